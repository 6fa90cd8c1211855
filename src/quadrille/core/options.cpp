#include "quadrille/core/options.hpp"

#include <charconv>

namespace quadrille {

namespace {

std::string number_text(double number) {
    char buffer[64];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr};
}

}  // namespace

const char* AnyOptionField::kind() const {
    if (!choices.empty()) return "choice";
    const char* kinds[] = {"bool", "int", "float"};
    return kinds[static_cast<int>(type_)];
}

std::string AnyOptionField::value(const void* options) const {
    if (type_ == Type::boolean) return at<bool>(options) ? "true" : "false";
    if (type_ == Type::real) return number_text(at<double>(options));
    const int number = at<int>(options);
    return choices.empty() ? std::to_string(number) : choices[static_cast<std::size_t>(number)];
}

void AnyOptionField::set(void* options, std::string_view text) const {
    if (type_ == Type::boolean) {
        if (text != "true" && text != "false") refuse(text);
        at<bool>(options) = text == "true";
    } else if (!choices.empty()) {
        int index = 0;
        while (choices[static_cast<std::size_t>(index)] != text)
            if (++index == static_cast<int>(choices.size())) refuse(text);
        at<int>(options) = index;
    } else if (type_ == Type::integer) {
        at<int>(options) = static_cast<int>(parse_number<long>(text));
    } else {
        at<double>(options) = parse_number<double>(text);
    }
}

std::string AnyOptionField::expected() const {
    if (type_ == Type::boolean) return "true or false";
    if (!choices.empty()) {
        std::string list = "one of";
        for (const auto& choice : choices) list += " " + choice;
        return list;
    }
    return std::string(type_ == Type::integer ? "a whole number" : "a number") + " from " +
           number_text(low) + " to " + number_text(high);
}

template <class Number>
Number AnyOptionField::parse_number(std::string_view text) const {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) refuse(text);
    const auto value = static_cast<double>(number);
    if (!(value >= low && value <= high)) refuse(text);
    return number;
}

void AnyOptionField::refuse(std::string_view text) const {
    throw BadOption("expected " + expected() + " for option '" + name + "', got " + quoted(text));
}

std::string with_options(const OptionFields& fields, const void* options, const void* defaults,
                         std::string_view body) {
    std::string text;
    for (const auto& field : fields) {
        const std::string value = field.value(options);
        if (value != field.value(defaults)) text += field.name + "=" + value + " ";
    }
    return text.append(body);
}

std::string_view split_options(const OptionFields& fields, void* options, const void* given,
                               const void* defaults, std::string_view text) {
    std::vector<bool> named(fields.size(), false);
    const std::string_view whole = text;
    for (;;) {
        const std::string_view token = text.substr(0, text.find(' '));
        const auto equals = token.find('=');
        if (equals == std::string_view::npos) return text;
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
        if (wanted != fields[i].value(options) && wanted != fields[i].value(defaults))
            refuse_position("the game has " + fields[i].name + "=" + wanted +
                                ", which conflicts with " + quoted(token),
                            whole);
        text.remove_prefix(token.size() == text.size() ? token.size() : token.size() + 1);
    }
}

}  // namespace quadrille
