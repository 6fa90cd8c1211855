// Game options: one struct with defaults, and a table of its fields that serves the command line,
// the web form, the game's page and the position text alike.
//
//   struct Options {
//       int players = 2;
//       bool farmers = true;
//       int build = 0;  // an index into the choices
//
//       static std::vector<OptionField<Options>> fields() {
//           return {{"players", &Options::players, 1, 6, "How many play."},
//                   {"farmers", &Options::farmers, "Meeples may lie in the fields."},
//                   {"build", &Options::build, {"anywhere", "adjacent"}, "Where to build."}};
//       }
//   };
//
// Options that may not go together have a `void check() const` besides, which throws BadOption.
#pragma once

#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "quadrille/core/errors.hpp"

namespace quadrille {

template <class Options>
struct OptionField {
    using Member = std::variant<bool Options::*, int Options::*, double Options::*>;

    std::string name;
    Member member;
    double low = 0;
    double high = 0;
    std::vector<std::string> choices;  // for an int: its value is an index into these
    std::string doc;

    OptionField(const char* name, bool Options::* member, const char* doc)
        : name(name), member(member), doc(doc) {}
    OptionField(const char* name, int Options::* member, int low, int high, const char* doc)
        : name(name), member(member), low(low), high(high), doc(doc) {}
    OptionField(const char* name, double Options::* member, double low, double high,
                const char* doc)
        : name(name), member(member), low(low), high(high), doc(doc) {}
    OptionField(const char* name, int Options::* member, std::initializer_list<const char*> choices,
                const char* doc)
        : name(name), member(member), choices(choices.begin(), choices.end()), doc(doc) {}

    const char* kind() const {
        if (!choices.empty()) return "choice";
        const char* kinds[] = {"bool", "int", "float"};
        return kinds[member.index()];
    }

    // Not inlined, here and below: GCC would warn of member types that this field does not have.
    [[gnu::noinline]] std::string value(const Options& options) const {
        if (const auto* flag = std::get_if<bool Options::*>(&member))
            return options.**flag ? "true" : "false";
        if (const auto* number = std::get_if<int Options::*>(&member))
            return choices.empty() ? std::to_string(options.**number)
                                   : choices[static_cast<std::size_t>(options.**number)];
        char buffer[64];
        const auto end = std::to_chars(buffer, buffer + sizeof buffer,
                                       options.*std::get<double Options::*>(member));
        return {buffer, end.ptr};
    }

    // Throws BadOption unless the text is a value within bounds.
    [[gnu::noinline]] void set(Options& options, std::string_view text) const {
        if (const auto* flag = std::get_if<bool Options::*>(&member)) {
            if (text != "true" && text != "false") refuse(text);
            options.** flag = text == "true";
        } else if (!choices.empty()) {
            int index = 0;
            while (choices[static_cast<std::size_t>(index)] != text)
                if (++index == static_cast<int>(choices.size())) refuse(text);
            options.*std::get<int Options::*>(member) = index;
        } else if (const auto* number = std::get_if<int Options::*>(&member)) {
            options.** number = static_cast<int>(parse_number<long>(text));
        } else {
            options.*std::get<double Options::*>(member) = parse_number<double>(text);
        }
    }

    std::string expected() const {
        if (std::holds_alternative<bool Options::*>(member)) return "true or false";
        if (!choices.empty()) {
            std::string list = "one of";
            for (const auto& choice : choices) list += " " + choice;
            return list;
        }
        const bool whole = std::holds_alternative<int Options::*>(member);
        return std::string(whole ? "a whole number" : "a number") + " from " + number_text(low) +
               " to " + number_text(high);
    }

  private:
    template <class Number>
    Number parse_number(std::string_view text) const {
        Number number{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size()) refuse(text);
        const auto value = static_cast<double>(number);
        if (!(value >= low && value <= high)) refuse(text);
        return number;
    }

    static std::string number_text(double number) {
        char buffer[64];
        return {buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr};
    }

    [[noreturn]] void refuse(std::string_view text) const {
        throw BadOption("expected " + expected() + " for option '" + name + "', got " +
                        quoted(text));
    }
};

// The body of a position text preceded by every option that differs from its default:
// "squares=true ..../..../..../.... -".
template <class Options>
std::string with_options(const Options& options, std::string_view body) {
    std::string text;
    for (const auto& field : Options::fields()) {
        const std::string value = field.value(options);
        if (value != field.value(Options{})) text += field.name + "=" + value + " ";
    }
    return text.append(body);
}

// Takes the option tokens off the front of a position text. An option that the text does not name
// comes from `given`; one that it names differently from a non-default given one is a conflict.
// Options that may not go together are refused as well.
template <class Options>
std::pair<Options, std::string_view> split_options(const Options& given, std::string_view text) {
    Options options = given;
    const auto fields = Options::fields();
    std::vector<bool> named(fields.size(), false);
    const std::string_view whole = text;
    for (;;) {
        const std::string_view token = text.substr(0, text.find(' '));
        const auto equals = token.find('=');
        if (equals == std::string_view::npos) break;
        const std::string_view name = token.substr(0, equals);
        std::size_t i = 0;
        while (i < fields.size() && fields[i].name != name) ++i;
        if (i == fields.size()) refuse_position("unknown option " + quoted(name), whole);
        if (named[i]) refuse_position("option " + quoted(name) + " twice", whole);
        named[i] = true;
        try {
            fields[i].set(options, token.substr(equals + 1));
        } catch (const BadOption& error) {
            refuse_position(error.what(), whole);
        }
        const std::string wanted = fields[i].value(given);
        if (wanted != fields[i].value(options) && wanted != fields[i].value(Options{}))
            refuse_position("the game has " + fields[i].name + "=" + wanted +
                                ", which conflicts with " + quoted(token),
                            whole);
        text.remove_prefix(token.size() == text.size() ? token.size() : token.size() + 1);
    }
    if constexpr (requires { options.check(); }) {
        try {
            options.check();
        } catch (const BadOption& error) {
            refuse_position(error.what(), whole);
        }
    }
    return {options, text};
}

}  // namespace quadrille
