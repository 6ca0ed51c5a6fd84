"""What a game can be set to, as fields: choices where a game has few values, sizes to begin from."""

from __future__ import annotations

from html import escape

from nicegui import ui

from halfmove.core.contract import declared_parameters
from halfmove.web.board.table import Link, Table
from halfmove.web.widgets import Field, folded, select, text

_OTHER = "other"


class Parameters:
    """The fields of a table's game; "New game" plays by what they say."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rules = table.rules
        self.fields: dict[str, Field] = {}
        declared = declared_parameters(type(self.rules))
        if not declared:
            return
        self._presets = {
            words: {key: _written(value) for key, value in preset.items()}
            for words, preset in self.rules.presets().items()
        }
        with folded("Rules and size"), ui.element("div").classes("hm-fields"):
            if self._presets:
                names = {words: words for words in self._presets} | {_OTHER: "another"}
                self._preset = select("Board", names, self._preset_now(), self._take_preset)
                self._preset.input.props("data-name=preset")
            choices = self.rules.choices()
            for key, kind in declared.items():
                self.fields[key] = self._field(key, kind, [_written(value) for value in choices.get(key, ())])
        self._error = ui.html("", sanitize=False).classes("hm-error").props('role="alert"')

    def _field(self, key: str, kind: type, values: list[str]) -> Field:
        shown = self._now(key)
        if kind is bool:
            field = select(key, {"true": "yes", "false": "no"}, shown)
        elif values:
            field = select(key, {value: value for value in values}, shown, self._changed)
        else:
            field = text(key, shown, self._changed, width="8rem")
        field.input.props(f"data-name=set-{key}")
        return field

    def _now(self, key: str) -> str:
        return _written(self.rules.parameters.get(key, ""))

    def _preset_now(self) -> str:
        """The preset that the fields, or before there are any the game, agree with."""
        here = {key: field.value.strip() for key, field in self.fields.items()}
        for words, preset in self._presets.items():
            if all(here.get(key, self._now(key)) == value for key, value in preset.items()):
                return words
        return _OTHER

    def _take_preset(self, words: str) -> None:
        for key, value in self._presets.get(words, {}).items():
            self.fields[key].put(value)

    def _changed(self, _: str) -> None:
        if self._presets:
            self._preset.put(self._preset_now())

    def table_of(self, seats: dict[int, str], dice: str) -> Table | None:
        """The table that the fields describe, with others on its seats; None where it is the one there is.
        `BadInput` says what cannot be."""
        defaults = type(self.rules)
        given = {
            key: value
            for key, field in self.fields.items()
            if (value := field.value.strip()) and value != _written(getattr(defaults, key))
        }
        link = Link(seats=",".join(seats.values()), dice=dice)
        other = Table(self.table.name, given, link, analysing=self.table.seats.analysing)
        return None if other.rules == self.table.rules else other

    def say(self, sentence: str) -> None:
        """What is wrong with them; nothing, where nothing is."""
        if self.fields:
            self._error.set_content(escape(sentence))


def _written(value: object) -> str:
    """A value as a link has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
