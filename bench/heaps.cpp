// Computes the Grundy values of an octal code or of Grundy's game as a programmer first writes it, from every option of
// every heap. The last digits of a code may be in parentheses, which means that they repeat.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    const int heaps = atoi(arguments[1]);
    const char *code = arguments[2];
    const bool grundy = !strcmp(code, "grundy");
    std::vector<int> digits;
    int block = 0;
    for (const char *c = grundy ? "4" : code; *c; c++) {
        if (*c == '(') block = digits.size();
        if (*c >= '0' && *c <= '7') digits.push_back(*c - '0');
    }
    const int length = digits.size() - block;
    while (block && (int)digits.size() <= heaps) digits.push_back(digits[digits.size() - length]);
    std::vector<int> value(heaps + 1), seen(1 << 16, -1);
    for (int n = 1; n <= heaps; n++) {
        for (int k = 0; k < (int)digits.size() && k <= n; k++) {
            const int left = n - k;
            if (digits[k] & 1 && left == 0) seen[0] = n;
            if (digits[k] & 2 && left > 0) seen[value[left]] = n;
            if (digits[k] & 4)
                for (int a = 1; grundy ? 2 * a < left : 2 * a <= left; a++) seen[value[a] ^ value[left - a]] = n;
        }
        int mex = 0;
        while (seen[mex] == n) mex++;
        value[n] = mex;
    }
    printf("%d\n", value[heaps]);
}
