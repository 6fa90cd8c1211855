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

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "quadrille/core/errors.hpp"

namespace quadrille {

// A field of whatever option struct: its functions take the struct by its address.
class AnyOptionField {
  public:
    std::string name;
    double low = 0;
    double high = 0;
    std::vector<std::string> choices;  // for an int: its value is an index into these
    std::string doc;

    const char* kind() const;  // "bool", "int", "float" or "choice"
    std::string value(const void* options) const;
    // Throws BadOption unless the text is a value within bounds.
    void set(void* options, std::string_view text) const;
    std::string expected() const;

  protected:
    enum class Type { boolean, integer, real };

    // Where a field is within its struct, known by trying it on one.
    template <class Options, class Field>
    AnyOptionField(const char* name, Field Options::* member, double low, double high,
                   std::initializer_list<const char*> choices, const char* doc)
        : name(name),
          low(low),
          high(high),
          choices(choices.begin(), choices.end()),
          doc(doc),
          type_(std::is_same_v<Field, bool>  ? Type::boolean
                : std::is_same_v<Field, int> ? Type::integer
                                             : Type::real) {
        const Options sample;
        offset_ = static_cast<std::size_t>(reinterpret_cast<const char*>(&(sample.*member)) -
                                           reinterpret_cast<const char*>(&sample));
    }

  private:
    template <class Field>
    Field& at(void* options) const {
        return *reinterpret_cast<Field*>(static_cast<char*>(options) + offset_);
    }
    template <class Field>
    const Field& at(const void* options) const {
        return *reinterpret_cast<const Field*>(static_cast<const char*>(options) + offset_);
    }
    template <class Number>
    Number parse_number(std::string_view text) const;
    [[noreturn]] void refuse(std::string_view text) const;

    Type type_;
    std::size_t offset_ = 0;
};

template <class Options>
class OptionField : public AnyOptionField {
  public:
    OptionField(const char* name, bool Options::* member, const char* doc)
        : AnyOptionField(name, member, 0, 0, {}, doc) {}
    OptionField(const char* name, int Options::* member, int low, int high, const char* doc)
        : AnyOptionField(name, member, low, high, {}, doc) {}
    OptionField(const char* name, double Options::* member, double low, double high,
                const char* doc)
        : AnyOptionField(name, member, low, high, {}, doc) {}
    OptionField(const char* name, int Options::* member, std::initializer_list<const char*> choices,
                const char* doc)
        : AnyOptionField(name, member, 0, 0, choices, doc) {}
};

using OptionFields = std::vector<AnyOptionField>;

template <class Options>
OptionFields fields_of() {
    const auto fields = Options::fields();
    return {fields.begin(), fields.end()};
}

// The body of a position text preceded by every option that differs from its default:
// "squares=true ..../..../..../.... -".
std::string with_options(const OptionFields& fields, const void* options, const void* defaults,
                         std::string_view body);

template <class Options>
std::string with_options(const Options& options, std::string_view body) {
    const Options defaults;
    return with_options(fields_of<Options>(), &options, &defaults, body);
}

// Takes the option tokens off the front of a position text and sets `options` by them. An option
// that the text names differently from a non-default one of `given` is a conflict.
std::string_view split_options(const OptionFields& fields, void* options, const void* given,
                               const void* defaults, std::string_view text);

// The same; an option that the text does not name comes from `given`. Options that may not go
// together are refused as well.
template <class Options>
std::pair<Options, std::string_view> split_options(const Options& given, std::string_view text) {
    Options options = given;
    const Options defaults;
    const auto body = split_options(fields_of<Options>(), &options, &given, &defaults, text);
    if constexpr (requires { options.check(); }) {
        try {
            options.check();
        } catch (const BadOption& error) {
            refuse_position(error.what(), text);
        }
    }
    return {options, body};
}

}  // namespace quadrille
