"""A server of leaves and its clients in one process, so that a test says whose turn it is."""

import os

from halfmove.games.reference import GameReference
from halfmove.learn.runs.leaf_server import Server, ServerOrders
from halfmove.learn.runs.leaves import (
    LeafClient,
    LeafLine,
    LeafMemory,
    ServedGames,
    SlotShape,
    is_readable,
    no_answer,
)
from halfmove.learn.selfplay import SelfPlay
from halfmove.search.encoding import Encoding


class Line:
    """A server of one or more clients in this process, with devices whose calls are counted."""

    def __init__(self, tmp_path, open_device, clients=1, boards=(), rows=8, load=dict.fromkeys):
        """Each client has a slot for each of the boards; `load` gives the networks of these shapes."""
        encodings = [Encoding(game) for game in boards]
        self.shapes = clients * [SlotShape(rows, e.shape, e.policy, 1) for e in encodings]
        self.memory = LeafMemory.open_file(self.shapes)
        self.questions, self.answers = os.pipe(), [os.pipe() for _ in range(clients)]
        self.file = tmp_path / "network"
        self.file.write_text("1")
        orders = ServerOrders(
            games=[GameReference("tictactoe")], file=self.file, backend="numpy", gpu=False,
            shapes=self.shapes, memory=self.memory, questions=self.questions[0],
            answers=[writing for _, writing in self.answers],
        )  # fmt: skip

        devices = {
            board: open_device((len(self.shapes) * rows, *board))
            for board in {encoding.shape for encoding in encodings}
        }
        self.server = Server(orders, devices, lambda: load(devices))
        self.lines = [
            LeafLine(self.memory, self.questions[1], reading, self.shapes, number * len(boards))
            for number, (reading, _) in enumerate(self.answers)
        ]

    def close(self):
        for end in (self.memory, *self.questions, *(end for pipe in self.answers for end in pipe)):
            os.close(end)


def play_alone(game, evaluate, options, seed, games):
    """The first games without a server."""
    play, found = SelfPlay(Encoding(game), evaluate, options, seed=seed), []
    while len(found) < games:
        found += play.step()
    return found[:games]


def play_together(line, groups, clients, games):
    """The games of each client's groups, all searched with one server, until each has so many."""
    plays = []
    for client in range(clients):
        each = [
            (SelfPlay(Encoding(rules), no_answer, options, seed=10 * client + number), variant)
            for number, (rules, variant, options) in enumerate(groups)
        ]
        plays.append(ServedGames(each, LeafClient(line.lines[client])))
    found = {(client, slot): [] for client in range(clients) for slot in range(len(groups))}

    def step(client):
        slot = plays[client]._turn
        found[client, slot] += [game.actions for game in plays[client].step()]

    for _ in groups:  # all groups of all clients ask
        for client in range(clients):
            step(client)
    while min(map(len, found.values())) < games:
        line.server.turn()
        for client in range(clients):
            while is_readable(line.answers[client][0], 0.0):
                step(client)
    return found
