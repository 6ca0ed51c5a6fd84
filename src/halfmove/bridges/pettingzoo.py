"""Our games as environments of PettingZoo, in which players act in turn (its AEC).

Terry et al., *PettingZoo: Gym for Multi-Agent Reinforcement Learning*, NeurIPS 2021.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.bridges.episode import Episode, opened
from halfmove.bridges.spaces import LEAST, MOST
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.extras import need
from halfmove.core.history import History

_USE = "Environments for several learners need"
AECEnv: Any = need("pettingzoo", _USE).AECEnv
spaces, wrappers = need("gymnasium.spaces", _USE), need("pettingzoo.utils.wrappers", _USE)


def environment(game: Game | str, **parameters: Any) -> Any:
    """The environment of a game, with the usual wrappers: an action that the mask forbids ends the game, with
    -1 for who chose it.  Parameters of the game go by keyword: `environment("connect4", width=5)`."""
    env = wrappers.TerminateIllegalWrapper(Environment(game, **parameters), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo may not be there
    """A game of any number of players, with chance and hidden information.

    An observation has `observation`, what the agent sees (`Spaces.seen`), and `action_mask`, what it may do.
    """

    def __init__(self, game: Game | str, render_mode: str | None = None, **parameters: Any) -> None:
        super().__init__()
        self.episode = Episode(opened(game, parameters))
        self.render_mode = render_mode
        self.metadata = {
            "name": f"halfmove_{self.episode.game.title()}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{p}" for p in range(self.episode.game.players)]
        self.agents = list(self.possible_agents)
        size, shape = self.episode.spaces.size, self.episode.spaces.shape
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(LEAST, MOST, shape, np.float32),
                action_mask=spaces.Box(0, 1, (size,), np.int8),
            )
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.agents}

    @property
    def history(self) -> History:
        """The game as it stands, with everything that is hidden."""
        return self.episode.history

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed chance is drawn anew."""
        self.episode.begin(np.random.SeedSequence(seed).generate_state(1)[0].item())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._look()

    def _look(self) -> None:
        """Whose turn it is, and what he may do."""
        self.terminations = dict.fromkeys(self.agents, self.episode.over)
        self._legal = self.episode.legal()
        if not self.episode.over:
            self.agent_selection = self.possible_agents[self.episode.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; another than who is to move has no legal actions."""
        numbers = self._legal if agent == self.agent_selection else {}
        player = self.possible_agents.index(agent)
        return {
            "observation": self.episode.spaces.seen(self.history, player),
            "action_mask": self.episode.spaces.mask(numbers),
        }

    def step(self, action: int | None) -> None:
        """The action of whose turn it is, and then what chance does; None for an agent whose game is over.
        `BadInput` for an action that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._legal:
            raise BadInput(f"{action} is not the number of a legal action here.")
        self._cumulative_rewards[agent] = 0.0
        self.episode.play(self._legal[action])
        self.rewards = dict(zip(self.possible_agents, self.episode.earned, strict=True))
        self._accumulate_rewards()
        self._look()
        if self.episode.over:
            self._deads_step_first()

    def render(self) -> str | None:
        """The position in text, where `render_mode` is `ansi`."""
        return self.history.game.show(self.history.state) if self.render_mode == "ansi" else None
