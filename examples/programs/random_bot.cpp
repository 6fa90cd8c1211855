// A bot in plain C++: plays any game, at random. It needs a compiler and nothing else.
//
//     g++ -std=c++20 -O2 -o random_bot examples/programs/random_bot.cpp
//     quadrille play quarto --seat human --seat "program:./random_bot"
//
// It does not parse all of JSON, only what it needs: it cuts a message into its fields and the list
// of moves into its items, and hands texts back as it got them, quotes and escapes included.
#include <cctype>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

// Cuts what stands between two brackets at the commas, and, with colons, also there.
std::vector<std::string> cut(const std::string& json, bool colons) {
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (quoted) {
            if (c == '\\') parts.back() += json[i++];
            if (c == '"') quoted = false;
            parts.back() += json[i];
            continue;
        }
        if (std::isspace(static_cast<unsigned char>(c))) continue;
        if (c == '}' || c == ']') --depth;
        if (depth == 1 && (c == ',' || (colons && c == ':'))) {
            parts.emplace_back();
        } else if (depth > 0) {
            parts.back() += c;
        }
        if (c == '{' || c == '[') ++depth;
        if (c == '"') quoted = true;
    }
    return parts;
}

std::map<std::string, std::string> fields(const std::string& line) {
    std::map<std::string, std::string> found;
    const auto parts = cut(line, true);
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) found[parts[i]] = parts[i + 1];
    return found;
}

int main() {
    std::mt19937 rng;
    for (std::string line; std::getline(std::cin, line);) {
        auto message = fields(line);
        const std::string type = message["\"type\""];
        if (type == "\"hello\"") {
            std::cout << R"({"type": "ready", "name": "Random bot in C++"})" << std::endl;
        } else if (type == "\"new\"") {
            rng.seed(static_cast<unsigned>(std::stoul(message["\"seed\""])));
        } else if (type == "\"go\"") {
            const auto moves = cut(message["\"moves\""], false);
            const auto& move = moves[rng() % moves.size()];
            std::cout << R"({"type": "move", "id": )" << message["\"id\""] << R"(, "move": )"
                      << move << "}" << std::endl;
        } else if (type == "\"quit\"") {
            break;
        }
    }
}
