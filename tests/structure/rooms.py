"""Which room of src/ may include which, and the check itself, as a pure function over texts."""
import re

# The rooms each room stands on directly; what those stand on is allowed too. cli may use all.
STANDS_ON = {
    "base": [],
    "stats": ["base"],
    "disk": ["base"],
    "job": ["base"],
    "measure": ["base"],
    "disk": ["base"],
    "workload": ["job", "measure"],
    "engine": ["workload", "disk"],
    "result": ["job", "measure"],
    "run": ["engine", "result"],
    "report": ["result"],
    "experiment": ["run", "report", "stats"],
    "nulldev": ["base"],
    "cluster": ["run", "result"],
}
STANDS_ON["cli"] = [room for room in STANDS_ON]

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def allowed(room):
    """All rooms that `room` may include, itself among them."""
    reached = {room}
    for below in STANDS_ON[room]:
        reached |= allowed(below)
    return reached


def violations(files):
    """files: {"engine/null.cpp": text}. Yields one sentence per include that breaks the order."""
    for path, text in sorted(files.items()):
        room = path.split("/")[0]
        if room not in STANDS_ON:
            yield f"{path}: the room {room}/ is not in tests/structure/rooms.py"
            continue
        for included in INCLUDE.findall(text):
            other = included.split("/")[0]
            if "/" not in included or other not in STANDS_ON:
                yield f'{path}: includes "{included}": write it as "room/file.h"'
            elif other not in allowed(room):
                yield f"{path}: includes {included}, and {room} does not stand on {other}"
