#!/usr/bin/python3
"""check-messages.py ROOT: whether every message of the Swift sources reaches the catalogues.

Prints one line per fault and exits with 1 if there is any.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
faults = []

CALL = re.compile(r"(?<![\w.])(tr|trn|trc)\(")
LITERAL = re.compile(r'\s*"((?:[^"\\\n]|\\.)*)"')
LITERALS = {"tr": 1, "trn": 2, "trc": 2}


def without_comments(text):
    """The text with comments blanked, so that positions stay, and string literals kept."""
    out, position = list(text), 0
    token = re.compile(r'"""|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
    while match := token.search(text, position):
        position = match.end()
        if match[0].startswith("/"):
            for at in range(match.start(), match.end()):
                if out[at] != "\n":
                    out[at] = " "
    return "".join(out)


def check(path, text):
    code = without_comments(text)
    found = False
    for match in CALL.finditer(code):
        before = code[: match.start()]
        if re.search(r"func\s+$", before):
            continue
        found = True
        place = f"{path}:{before.count(chr(10)) + 1}"
        line_before = before[before.rfind("\n") + 1 :]
        if "\\(" in re.sub(r'"(?:[^"\\]|\\.)*"', "", line_before):
            faults.append(f"{place}: {match[1]}() inside the interpolation of another string")
        position = match.end()
        for number in range(LITERALS[match[1]]):
            if code[position:].lstrip().startswith('"""'):
                faults.append(f'{place}: a message in """, which xgettext reads as an empty one')
                break
            literal = LITERAL.match(code, position)
            if not literal:
                faults.append(f"{place}: argument {number + 1} of {match[1]}() is no plain literal")
                break
            if "\\(" in literal[1]:
                faults.append(f"{place}: interpolation in a message; write {{name}} and give its value")
            if "\\u{" in literal[1]:
                faults.append(f"{place}: \\u{{…}} in a message; write the character itself")
            position = literal.end()
            follows = code[position:].lstrip()
            if follows[:1] == "+":
                faults.append(f"{place}: a message put together with +")
                break
            position += len(code[position:]) - len(follows) + (1 if follows[:1] == "," else 0)
    return found


with_messages = set()
for path in sorted(root.glob("Sources/**/*.swift")):
    name = path.relative_to(root).as_posix()
    if check(name, path.read_text(encoding="utf-8")) and name != "Sources/GLibBridge/Translation.swift":
        with_messages.add(name)

listed = {
    line.strip()
    for line in (root / "po/POTFILES.in").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
}
for name in sorted(with_messages - listed):
    faults.append(f"po/POTFILES.in: {name} has messages and is not listed; run scripts/update-po")
for name in sorted(listed):
    if not (root / name).exists():
        faults.append(f"po/POTFILES.in: {name} does not exist")

print("\n".join(faults), end="\n" if faults else "")
sys.exit(1 if faults else 0)
