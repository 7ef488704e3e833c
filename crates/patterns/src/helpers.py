def factors(n):
    found = []
    p = 2
    while p * p <= n:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1
    return found + [n] if n > 1 else found


def exponent(k, n):
    count = 0
    while n > 0 and n % k == 0:
        n //= k
        count += 1
    return count


def odd_part(n):
    while n > 0 and n % 2 == 0:
        n //= 2
    return max(n, 0)


def bits(n):
    return n.bit_length() if n > 0 else 0


def ones(n):
    return bin(n).count('1') if n > 0 else 0


def low_bit(n):
    return n & -n if n > 0 else 0


def high_bit(n):
    return 1 << (n.bit_length() - 1) if n > 0 else 0


def below_high_bit(n):
    return n - high_bit(n)


def gray(n):
    return n ^ (n >> 1) if n >= 0 else 0


def log(k, n):
    count = -1
    while n > 0:
        n //= k
        count += 1
    return count


def first_digit(k, n):
    while n >= k:
        n //= k
    return max(n, 0)


def digit_sum(k, n):
    total = 0
    while n > 0:
        total += n % k
        n //= k
    return total


def digit_xor(k, n):
    total = 0
    while n > 0:
        total ^= n % k
        n //= k
    return total


def prime_factors(n):
    return len(factors(n))


def different_primes(n):
    return len(set(factors(n)))


def odd_prime_factors(n):
    return len([p for p in factors(n) if p > 2])


def exponent_xor(n):
    total = 0
    for p in set(factors(n)):
        total ^= factors(n).count(p)
    return total


def prime_index(n):
    if n < 2:
        return 0
    return len([q for q in range(2, factors(n)[0] + 1) if factors(q) == [q]])


def divisor_count(n):
    count = 1 if n > 0 else 0
    for p in set(factors(n)):
        count *= factors(n).count(p) + 1
    return count


def is_prime(n):
    return int(factors(n) == [n])


def is_square(n):
    return int(n >= 0 and isqrt(n) ** 2 == n)


def is_power(k, n):
    while n > 1 and n % k == 0:
        n //= k
    return int(n == 1)


def root(n):
    return isqrt(n) if n >= 0 else 0


def above_square(n):
    return n - root(n) ** 2


def quotient(a, b):
    return max(a, b) // min(a, b) if a and b else 0


def ratio_difference(a, b):
    return (max(a, b) ** 2 - min(a, b) ** 2) // (a * b) if a and b else 0


def nim_product(a, b):
    if a < 2 or b < 2:
        return a * b
    k = 1
    while 1 << (2 * k) <= max(a, b):
        k *= 2
    low = (1 << k) - 1
    highs, lows = nim_product(a >> k, b >> k), nim_product(a & low, b & low)
    both = nim_product((a >> k) ^ (a & low), (b >> k) ^ (b & low))
    return ((both ^ lows) << k) ^ lows ^ nim_product(highs, 1 << (k - 1))
