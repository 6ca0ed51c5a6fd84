"""The signatures of operations for type checkers: `operations.pyi`, made from the declarations.

`python -m halfmove.core.operation.stubs` writes it; a test holds it against them.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from pathlib import Path

from halfmove.core.operation.function import python_docstring, python_signature
from halfmove.core.operation.request import Operation
from halfmove.core.operations import ROOT, function_name, load, own

FILE = ROOT / "operations.pyi"


def text() -> str:
    """What the file is to hold."""
    imports: set[str] = {"from halfmove.core.reporting import Asked"}
    ours = map(load, own())
    functions = [_function(operation, imports) for operation in ours if "python" in operation.faces]
    names = Counter(line.split()[-1] for line in imports)
    if twice := [name for name, modules in names.items() if modules > 1]:
        raise TypeError(f"Two modules have a {twice[0]} that operations name: give each a name of its own.")
    head = '"""Made by `python -m halfmove.core.operation.stubs`; do not edit."""\n'
    return "\n".join([head, *sorted(imports), "", *functions])


def _function(operation: Operation, imports: set[str]) -> str:
    """The stub of one function; the imports that its annotations need are added to `imports`."""
    signature = python_signature(operation)
    parameters, keyword_only = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not keyword_only:
            parameters.append("*")
            keyword_only = True
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            parameters.append(f"*{parameter.name}: {parameter.annotation}")
            keyword_only = True
            continue
        default = "" if parameter.default is inspect.Parameter.empty else " = ..."
        parameters.append(f"{parameter.name}: {parameter.annotation}{default}")
    written = " ".join(
        [*(str(p.annotation) for p in signature.parameters.values()), signature.return_annotation]
    )
    for name in sorted(set(re.findall(r"[A-Za-z_]\w*", written))):
        imports |= _import_of(operation, name)
    lines = "".join(f"    {parameter},\n" for parameter in parameters)
    docstring = "\n".join(f"    {line}".rstrip() for line in python_docstring(operation).splitlines())
    name = function_name(operation.name)
    return f'def {name}(\n{lines}) -> {signature.return_annotation}:\n    """{docstring.strip()}\n    """\n'


def _import_of(operation: Operation, name: str) -> set[str]:
    """The import that gives a name of an annotation, as a source of the request's classes writes it."""
    for ancestor in operation.request.__mro__[:-1]:
        for node in ast.walk(ast.parse(Path(inspect.getfile(ancestor)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and any((a.asname or a.name) == name for a in node.names):
                return {f"from {node.module} import {name}"}
            is_alias = isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name
            if (isinstance(node, ast.ClassDef) and node.name == name) or (is_alias and name.istitle()):
                return {f"from {ancestor.__module__} import {name}"}
    return set()


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
