// Reads pairs from standard input, and prints the Grundy value of Euclid's game for each pair, as a programmer would
// write it.
#include <algorithm>
#include <cstdint>
#include <iostream>

int main() {
    uint64_t a, b;
    while (std::cin >> a >> b) {
        if (a > b) std::swap(a, b);
        uint64_t q = b / a, r = b % a;
        std::cout << q - ((unsigned __int128)r * b < (unsigned __int128)a * a) << "\n";
    }
}
