// Computes the Grundy value of a deletion game as a programmer first writes it. It tries every option of every position
// and keeps every value, without symmetries and components. Standard input has the number of cells, which is less than
// 64. For each move, it has the cells that the move needs and the cells that it takes, as the bits of two numbers. The
// program prints the value and the number of positions.
#include <cstdint>
#include <iostream>
#include <unordered_map>
#include <vector>

struct Move {
    uint64_t needs, takes;
};

std::vector<Move> moves;
std::unordered_map<uint64_t, uint8_t> known;

int value(uint64_t free) {
    const auto found = known.find(free);
    if (found != known.end()) return found->second;
    // Each move takes at least one cell, so with fewer than 64 cells no value is over 63.
    uint64_t seen = 0;
    for (const Move &move : moves) {
        if ((free & move.needs) != move.needs) continue;
        seen |= uint64_t(1) << value(free & ~move.takes);
    }
    return known[free] = __builtin_ctzll(~seen);
}

int main() {
    int cells;
    std::cin >> cells;
    for (Move move; std::cin >> move.needs >> move.takes;) moves.push_back(move);
    const int found = value((uint64_t(1) << cells) - 1);
    std::cout << found << " " << known.size() << "\n";
}
