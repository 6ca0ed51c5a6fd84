// Connect Four perft, the peer of halfmove's `perft` kernel: the same bitboards and the same recursion.
//
//     perft VARIANT DEPTH      prints the number of sequences and the processor seconds they took
//
// The board is a template parameter, as it is a constant of the type of a compiled game there.  Five ways to
// write it, as C++ programmers differ: `loop` goes over the columns and recurses at once, `unrolled` asks the
// compiler to unroll that loop, `buffer` first collects the moves in an array; `counted` counts the last move
// where it stands instead of making it, and `bits` also takes the moves from the set of lowest empty squares:
// this one is our kernel and our rules word for word.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using Bitboard = std::uint64_t;

// The mover's stones and all stones, column by column from the bottom up, one empty square atop each column.
struct State {
    Bitboard own, mask;
};

template <int W, int H>
struct ConnectFour {
    static constexpr int width = W, height = H, stride = H + 1;

    static constexpr Bitboard full() {
        Bitboard board = 0;
        for (int c = 0; c < W; ++c) board |= ((Bitboard{1} << H) - 1) << (stride * c);
        return board;
    }

    static bool four(Bitboard stones, int step) {
        Bitboard pairs = stones & (stones >> step);
        return pairs & (pairs >> (2 * step));
    }
    static bool aligned(Bitboard stones) {
        return four(stones, 1) || four(stones, stride - 1) || four(stones, stride) || four(stones, stride + 1);
    }
    static bool is_terminal(State s) {
        constexpr Bitboard board = full();
        return aligned(s.own ^ s.mask) || s.mask == board;
    }
    static constexpr Bitboard bottom() {
        Bitboard squares = 0;
        for (int c = 0; c < W; ++c) squares |= Bitboard{1} << (stride * c);
        return squares;
    }
    static Bitboard playable(State s) {
        constexpr Bitboard board = full(), lowest = bottom();
        return (s.mask + lowest) & board;
    }
    static bool open(State s, int column) { return !(s.mask >> (stride * column + H - 1) & 1); }
    static State result(State s, int column) {
        return {s.own ^ s.mask, s.mask | (s.mask + (Bitboard{1} << (stride * column)))};
    }
};

template <class Game>
std::uint64_t perft_loop(State s, int depth) {
    if (depth == 0) return 1;
    if (Game::is_terminal(s)) return 0;
    std::uint64_t nodes = 0;
    for (int column = 0; column < Game::width; ++column)
        if (Game::open(s, column)) nodes += perft_loop<Game>(Game::result(s, column), depth - 1);
    return nodes;
}

template <class Game>
std::uint64_t perft_unrolled(State s, int depth) {
    if (depth == 0) return 1;
    if (Game::is_terminal(s)) return 0;
    std::uint64_t nodes = 0;
#pragma GCC unroll 16
    for (int column = 0; column < Game::width; ++column)
        if (Game::open(s, column)) nodes += perft_unrolled<Game>(Game::result(s, column), depth - 1);
    return nodes;
}

template <class Game>
std::uint64_t perft_buffer(State s, int depth) {
    if (depth == 0) return 1;
    if (Game::is_terminal(s)) return 0;
    int moves[Game::width], count = 0;
    for (int column = 0; column < Game::width; ++column)
        if (Game::open(s, column)) moves[count++] = column;
    std::uint64_t nodes = 0;
    for (int i = 0; i < count; ++i) nodes += perft_buffer<Game>(Game::result(s, moves[i]), depth - 1);
    return nodes;
}

template <class Game>
std::uint64_t perft_counted(State s, int depth) {
    if (depth == 0) return 1;
    if (Game::is_terminal(s)) return 0;
    std::uint64_t nodes = 0;
#pragma GCC unroll 16
    for (int column = 0; column < Game::width; ++column)
        if (Game::open(s, column))
            nodes += depth == 1 ? 1 : perft_counted<Game>(Game::result(s, column), depth - 1);
    return nodes;
}

template <class Game>
std::uint64_t moves(State s) {
    std::uint64_t count = 0;
    if (!Game::is_terminal(s))
        for (Bitboard b = Game::playable(s); b; b &= b - 1) ++count;
    return count;
}

template <class Game>
std::uint64_t perft_bits(State s, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return moves<Game>(s);
    if (Game::is_terminal(s)) return 0;
    std::uint64_t nodes = 0;
    for (Bitboard b = Game::playable(s); b; b &= b - 1) {
        State child = Game::result(s, __builtin_ctzll(b) / Game::stride);
        nodes += depth == 2 ? moves<Game>(child) : perft_bits<Game>(child, depth - 1);
    }
    return nodes;
}

static double processor_seconds() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char** argv) {
    using Game = ConnectFour<7, 6>;
    if (argc != 3) return 2;
    auto perft = !std::strcmp(argv[1], "loop")       ? perft_loop<Game>
                 : !std::strcmp(argv[1], "unrolled") ? perft_unrolled<Game>
                 : !std::strcmp(argv[1], "buffer")   ? perft_buffer<Game>
                 : !std::strcmp(argv[1], "counted")  ? perft_counted<Game>
                 : !std::strcmp(argv[1], "bits")     ? perft_bits<Game>
                                                     : nullptr;
    if (!perft) return 2;
    int depth = std::atoi(argv[2]);
    volatile std::uint64_t warm = perft(State{0, 0}, depth > 6 ? 6 : depth);
    (void)warm;
    double start = processor_seconds();
    std::uint64_t nodes = perft(State{0, 0}, depth);
    std::printf("%llu %.9f\n", static_cast<unsigned long long>(nodes), processor_seconds() - start);
}
