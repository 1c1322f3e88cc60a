"""Writes the texts the fuzzer starts from: seeds.py DIRECTORY [FIO_EXAMPLES]

Job files of this repository and of fio's examples as they are; each option that a test sets, and
each of fio's options with its default, as a job of its own.
"""
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
SETTING = re.compile(r"^(\[[^\]\n]+\]\n)?[a-z][\w-]*=")


def job_files(examples):
    for folder in [ROOT / "examples", ROOT / "tests", ROOT / "fuzz" / "corpus", *examples]:
        for path in folder.rglob("*"):
            if path.suffix == ".fio" or path.parent.name == "corpus":
                yield path.read_bytes()


def settings_in_tests():
    for path in (ROOT / "tests").rglob("*_test.cpp"):
        for literal in LITERAL.findall(path.read_text()):
            try:
                text = ast.literal_eval(literal)
            except (SyntaxError, ValueError):
                continue  # an escape that only C++ has
            if SETTING.match(text):
                yield text if text.startswith("[") else f"[a]\nsize=1m\n{text}\n"


def defaults():
    table = (ROOT / "tests" / "cli" / "data" / "fio_options.tsv").read_text().splitlines()
    for line in table[1:]:
        name, _, engines, _, default = line.split("\t")[:5]
        engine = "" if engines == "-" else f"ioengine={engines.split('|')[0]}\n"
        yield f"[a]\nsize=1m\n{engine}{name}={default or 1}\n"


def main():
    target, *examples = map(pathlib.Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    texts = {*job_files(examples), *(t.encode() for t in (*settings_in_tests(), *defaults()))}
    for number, text in enumerate(sorted(texts)):
        (target / f"seed-{number}").write_bytes(text)
    print(f"{len(texts)} seeds in {target}")


main()
