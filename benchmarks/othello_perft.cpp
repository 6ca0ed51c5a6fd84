// Perft of Othello in C++, by the algorithm of games/othello/flipping.py: moves by parallel prefix in four axes,
// discs turned over ray by ray, the last move counted and not made.
//
//     othello_perft DEPTH    prints the sequences and the seconds of processor time
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using Board = std::uint64_t;
constexpr Board INNER = 0x7e7e7e7e7e7e7e7eULL;
static Board rays[64][8];

static inline Board ends(Board own, Board through, int step) {
    Board up = through & (own << step), down = through & (own >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    const Board above = through & (through << step), below = through & (through >> step);
    up |= above & (up << 2 * step);
    down |= below & (down >> 2 * step);
    up |= above & (up << 2 * step);
    down |= below & (down >> 2 * step);
    return up << step | down >> step;
}

static inline Board moves(Board own, Board other) {
    const Board inner = other & INNER;
    return (ends(own, inner, 1) | ends(own, other, 8) | ends(own, inner, 7) | ends(own, inner, 9)) & ~(own | other);
}

static inline Board above(Board ray, Board own, Board other) {
    const Board end = ((other | ~ray) + 1) & own & ray;
    return (end - (end != 0)) & ray;
}

static inline Board below(Board ray, Board own, Board other) {
    const Board left = ray & ~other;
    const Board end = left ? (1ULL << (63 - __builtin_clzll(left))) & own : 0;
    return (0 - (end << 1)) & ray;
}

static inline Board flips(Board own, Board other, int square) {
    const Board* r = rays[square];
    return above(r[0], own, other) | above(r[1], own, other) | above(r[2], own, other) | above(r[3], own, other) |
           below(r[4], own, other) | below(r[5], own, other) | below(r[6], own, other) | below(r[7], own, other);
}

static std::int64_t perft(Board own, Board other, int depth) {
    const Board found = moves(own, other);
    if (found == 0) {
        if (moves(other, own) == 0) return 1;  // a game that is over counts as one sequence
        return depth == 1 ? 1 : perft(other, own, depth - 1);
    }
    if (depth == 1) return __builtin_popcountll(found);
    std::int64_t nodes = 0;
    for (Board rest = found; rest; rest &= rest - 1) {
        const int square = __builtin_ctzll(rest);
        const Board turned = flips(own, other, square);
        nodes += perft(other ^ turned, own | turned | 1ULL << square, depth - 1);
    }
    return nodes;
}

int main(int count, char** words) {
    const int depth = count > 1 ? std::atoi(words[1]) : 10;
    const int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    for (int square = 0; square < 64; square++)
        for (int n = 0; n < 8; n++) {
            const int sign = n < 4 ? 1 : -1, down = sign * steps[n % 4][0], across = sign * steps[n % 4][1];
            for (int r = square / 8 + down, c = square % 8 + across; r >= 0 && r < 8 && c >= 0 && c < 8;
                 r += down, c += across)
                rays[square][n] |= 1ULL << (8 * r + c);
        }
    const std::clock_t began = std::clock();
    const std::int64_t nodes = perft(1ULL << 28 | 1ULL << 35, 1ULL << 27 | 1ULL << 36, depth);
    std::printf("%lld %.6f\n", static_cast<long long>(nodes), double(std::clock() - began) / CLOCKS_PER_SEC);
}
