// Solves Wizards and Numbers by the literal recursion, as in the solutions of Codeforces 167C.
#include <cstddef>
#include <cstdint>
#include <utility>

static bool wins(uint64_t a, uint64_t b) {
    if (a == 0) return false;
    if (!wins(b % a, a)) return true;
    return (b / a) % (a + 1) % 2 == 0;
}

// Returns the number of won pairs.
extern "C" uint64_t literal(const uint64_t *numbers, size_t pairs) {
    uint64_t won = 0;
    for (size_t i = 0; i < pairs; i++) {
        uint64_t a = numbers[2 * i], b = numbers[2 * i + 1];
        if (a > b) std::swap(a, b);
        won += wins(a, b);
    }
    return won;
}
