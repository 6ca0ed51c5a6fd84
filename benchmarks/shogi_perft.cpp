// Shogi perft with cshogi's rules (Tadao Yamaoka; from Apery, Hiraoka Takuya), the peer of our `perft`.
//
//     shogi_perft DEPTH SFEN…      prints the number of sequences and the processor seconds they took
//
// Compiled against the C++ sources of the package `cshogi`; as ours does, it counts the last move without
// making it, and it counts moves that decline a promotion.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "cshogi.h"

static std::uint64_t perft(Position& position, int depth) {
    MoveList<LegalAll> moves(position);
    if (depth == 1) return moves.size();
    std::uint64_t count = 0;
    StateInfo before;
    for (; !moves.end(); ++moves) {
        position.doMove(moves.move(), before);
        count += perft(position, depth - 1);
        position.undoMove(moves.move());
    }
    return count;
}

int main(int, char** words) {
    initTable();
    Position::initZobrist();
    HuffmanCodedPos::init();
    __Board board(words[2]);
    std::clock_t start = std::clock();
    std::uint64_t count = perft(board.pos, std::atoi(words[1]));
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%llu %.6f\n", static_cast<unsigned long long>(count), seconds);
}
