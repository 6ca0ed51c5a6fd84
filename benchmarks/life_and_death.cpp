// Life and death on a small board by a plain search of its own, which shares no code with Halfmove: in how many
// plies the player to move wins at the soonest, all plays of both sides looked at.
//
// Chinese rules: no suicide, a simple ko may not be retaken at once, two passes end the game, points count.
// Superko is left out.  Black wins with more than 3.5 - width * height points more than White, so White only by
// taking all.
//
//     g++ -O3 -march=native -o life_and_death benchmarks/life_and_death.cpp
//     ./life_and_death 24 20000000 < positions
//
// reads lines "width height rows mover ..." and writes them again, up to the mover, with the plies: 0 where
// no win was found in so many plies (the first argument) or nodes (the second), -1 where there is none in so many.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

typedef uint32_t Board;  // bit y * width + x, at most 24 points

static int width, height, points, attacker;
static Board everything, left_column, right_column;
static long long nodes, most_nodes;

struct State {
    Board stones[2];
    int mover, ko, passes;  // ko: the point not to be retaken at once, or -1
};

struct Entry {
    uint64_t key;
    int8_t won_in, not_in, move;  // a win in so many plies; none in so many
};

static const size_t ENTRIES = size_t(1) << 22;
static std::vector<Entry> table(ENTRIES);

static Board beside(Board a) {
    return ((a << width) | (a >> width) | ((a & ~right_column) << 1) | ((a & ~left_column) >> 1)) & everything;
}

static Board chain(Board seed, Board within) {
    for (;;) {
        Board more = (seed | beside(seed)) & within;
        if (more == seed) return seed;
        seed = more;
    }
}

// The state after a stone on an empty point; false where the rules forbid it.
static bool play(const State& s, int point, State& out) {
    if (point == s.ko) return false;
    Board stone = Board(1) << point, own = s.stones[s.mover] | stone, other = s.stones[1 - s.mover];
    Board taken = 0, rest = beside(stone) & other;
    while (rest) {
        Board its = chain(rest & -rest, other);
        rest &= ~its;
        if (!(beside(its) & ~(own | other))) taken |= its;
    }
    other &= ~taken;
    Board mine = chain(stone, own);
    Board breath = beside(mine) & ~(own | other);
    if (!breath) return false;
    bool single = __builtin_popcount(taken) == 1 && mine == stone && __builtin_popcount(breath) == 1;
    out.stones[s.mover] = own;
    out.stones[1 - s.mover] = other;
    out.mover = 1 - s.mover;
    out.ko = single ? __builtin_ctz(taken) : -1;
    out.passes = 0;
    return true;
}

static bool black_wins(const State& s) {
    int margin = __builtin_popcount(s.stones[0]) - __builtin_popcount(s.stones[1]);
    Board empty = everything & ~(s.stones[0] | s.stones[1]);
    while (empty) {
        Board region = chain(empty & -empty, empty), around = beside(region);
        empty &= ~region;
        bool black = around & s.stones[0], white = around & s.stones[1];
        if (black && !white) margin += __builtin_popcount(region);
        if (white && !black) margin -= __builtin_popcount(region);
    }
    return margin > 3.5 - points;
}

static bool wins(const State& s, int left);

static bool wins_after(const State& s, int point, int left) {
    State child;
    if (point == points) {
        child = s;
        child.mover = 1 - s.mover;
        child.ko = -1;
        child.passes = s.passes + 1;
    } else {
        play(s, point, child);
    }
    return wins(child, left - 1);
}

// Whether the attacker wins in at most so many plies, whatever the other side plays.
static bool wins(const State& s, int left) {
    if (s.passes == 2) return black_wins(s) == (attacker == 0);
    if (left == 0 || ++nodes > most_nodes) return false;
    uint64_t key = s.stones[0] | uint64_t(s.stones[1]) << 24 | uint64_t(s.ko + 1) << 48 |
                   uint64_t(s.passes) << 53 | uint64_t(s.mover) << 54 | uint64_t(1) << 63;
    Entry& entry = table[(key * 0x9E3779B97F4A7C15ull) >> 42];
    int first = -1;
    if (entry.key == key) {
        if (entry.won_in && entry.won_in <= left) return true;
        if (entry.not_in >= left) return false;
        first = entry.move;
    }
    bool ours = s.mover == attacker, answer = !ours;
    int decisive = -1;
    Board empty = everything & ~(s.stones[0] | s.stones[1]);
    for (int i = -1; i <= points; i++) {
        int point = i < 0 ? first : i;
        if (point < 0 || (i >= 0 && i == first)) continue;
        State unused;
        if (point < points && (!(empty >> point & 1) || !play(s, point, unused))) continue;
        if (wins_after(s, point, left) == ours) {
            answer = ours;
            decisive = point;
            break;
        }
    }
    if (nodes > most_nodes) return false;
    Entry& now = table[(key * 0x9E3779B97F4A7C15ull) >> 42];
    if (now.key != key) now = Entry{key, 0, 0, -1};
    if (answer) now.won_in = left;
    else now.not_in = left;
    if (decisive >= 0) now.move = decisive;
    return answer;
}

int main(int, char** arguments) {
    int most_plies = atoi(arguments[1]);
    std::string line, rows, mover;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        if (line.empty() || line[0] == '#' || !(words >> width >> height >> rows >> mover)) continue;
        points = width * height;
        everything = left_column = right_column = 0;
        State s = {{0, 0}, mover == "X" ? 0 : 1, -1, 0};
        int point = 0;
        for (char letter : rows) {
            if (letter == '/') continue;
            if (letter == 'X') s.stones[0] |= Board(1) << point;
            if (letter == 'O') s.stones[1] |= Board(1) << point;
            everything |= Board(1) << point;
            if (point % width == 0) left_column |= Board(1) << point;
            if (point % width == width - 1) right_column |= Board(1) << point;
            point++;
        }
        attacker = s.mover;
        memset(table.data(), 0, ENTRIES * sizeof(Entry));
        nodes = 0;
        most_nodes = atoll(arguments[2]);
        int plies = 0;
        for (int left = 1; left <= most_plies && !plies; left++) {
            bool won = wins(s, left);
            if (nodes > most_nodes) break;
            if (won) plies = left;
        }
        if (!plies && nodes <= most_nodes) plies = -1;
        std::cout << width << ' ' << height << ' ' << rows << ' ' << mover << ' ' << plies << std::endl;
    }
}
