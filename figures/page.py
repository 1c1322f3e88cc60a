"""The page of published figures: text of tables that have been measured. Runs nothing."""
import textwrap

WIDTH = 120

HEAD = """\
# Published figures, and ours

Made by `./dev figures`. Change [figures/published.json](../figures/published.json), not this page.

Can the simulated drives ([disks.md](disks.md)) be trusted? Here every published figure that we hold them to stands beside
theirs. They run in a time of their own from fixed seeds, so anybody gets the same figures; under each table is a command to
type that gives one of them. A test makes all of them anew and fails when one leaves its tolerance.

How much it proves that a figure agrees depends on what was known when the drive was made:

- *constants*: the drive is its source's constants. Agreement shows that the simulator does with them what others do.
- *two points*: constants, and one or two figures of the table were used to set an overhead. The others are prediction.
- *fitted*: the drive was made to meet these very figures. Agreement shows that one drive can have them all, no more.
- *theory*: the figure follows by reckoning. *model*: what stands beside ours is no measurement but another program of ours.

**Beyond** marks a figure outside its tolerance; the reason, as far as it is known, stands below its table.
"""


def wrapped(text, indent=""):
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False).splitlines()


def percent(value, sign=True):
    text = f"{value:+.1f}" if sign else f"{value:.1f}"
    return ("0.0" if text in ("-0.0", "+0.0") else text) + " %"


def bounds_text(bounds):
    low, high = bounds
    return f"{high:g} %" if low == -high else f"{low:+g} to {high:+g} %"


def ours_text(figure):
    """As many decimals as were published, and at least three digits."""
    decimals = len(figure.published.partition(".")[2])
    whole = len(str(int(abs(figure.ours)))) if abs(figure.ours) >= 1 else 0
    return f"{figure.ours:.{max(decimals, 3 - whole)}f}"


def deviation_text(figure):
    return percent(figure.deviation) if figure.is_within \
        else f"**{percent(figure.deviation)} beyond**"


def allowed_lines(table):
    """What is allowed, most of it first."""
    base = table.data["within"]
    others = {}
    for figure in table.figures:
        if figure.within != base:
            others.setdefault(bounds_text(figure.within), []).append(figure)
    said = [bounds_text(base)]
    for bounds, figures in others.items():
        rows = list(dict.fromkeys(figure.what for figure in figures))
        columns = list(dict.fromkeys(figure.column for figure in figures))
        whole = [one for one in rows
                 if all(figure in figures for figure in table.figures if figure.what == one)]
        if len(whole) == len(rows):
            where = ", ".join(rows)
        else:
            whole = [one for one in columns
                     if all(figure in figures for figure in table.figures if figure.column == one)]
            single = [f"{figure.what} at {figure.column}" for figure in figures
                      if figure.column not in whole]
            where = ", ".join([*(f"all at {one}" for one in whole), *single])
        said.append(f"{bounds} for {where}")
    return wrapped("Allowed: " + "; ".join(said) + ".")


def list_table(table):
    shared = table.data.get("unit", "")
    lines = [f"| {shared} | published | ours | deviation | allowed |",
             "| --- | ---: | ---: | ---: | ---: |"]
    for figure in table.figures:
        what = figure.what + (f", {figure.unit}" if figure.unit != shared else "")
        lines.append(f"| {what} | {figure.published} | {ours_text(figure)} "
                     f"| {deviation_text(figure)} | {bounds_text(figure.within)} |")
    return lines


def grid_table(table):
    """Three lines for each row: published, ours, deviation."""
    of, unit = table.data["columns"]["of"], table.data.get("unit", "")
    lines = [f"| {of} | {unit} | " + " | ".join(table.columns) + " |",
             "| --- | --- |" + " ---: |" * len(table.columns)]
    for what in dict.fromkeys(figure.what for figure in table.figures):
        cells = {figure.column: figure for figure in table.figures if figure.what == what}
        for label, text in (("published", lambda figure: figure.published), ("ours", ours_text),
                            ("deviation", deviation_text)):
            texts = [text(cells[one]) if one in cells else "" for one in table.columns]
            lines.append(f"| {what if label == 'published' else ''} | {label} | "
                         + " | ".join(texts) + " |")
    return [*lines, "", *allowed_lines(table)]


def known_lines(table):
    """Why figures are beyond, a line for each reason."""
    reasons = {}
    for figure in table.figures:
        if figure.known:
            reasons.setdefault((figure.known, figure.what), []).append(figure.column)
    lines = []
    for (reason, what), columns in reasons.items():
        where = what + (f", at {', '.join(columns)}" if table.columns else "")
        lines += wrapped(f"- Beyond: {where}: {reason}.", "  ")
    return ["", *lines] if lines else []


def shell_quoted(text):
    return "'" + text.replace("\n", "\\n") + "'"


def make_drive(run, file):
    """The lines that make its parameter file, for a shell."""
    show = f"fathom disks show {run.of}"
    for old, new in run.replace.items():
        several = " -z" if "\n" in old else ""
        show += f" | sed{several} {shell_quoted(f's/{old}/{new}/')}"
    lines = [f"{show} > {file}"]
    if run.fields:
        lines.append(f"printf {shell_quoted(chr(10) + run.fields)} >> {file}")
    return lines


def typed(figure):
    """What to type for it: the drives it needs, then its command or two."""
    makes, commands, files = [], [], {}
    for run in figure.runs:
        drive = run.of
        if not run.is_built_in():
            made = tuple(make_drive(run, ""))
            if made not in files:
                files[made] = f"drive{len(files) + 1}.disk"
                makes += make_drive(run, files[made])
            drive = files[made]
        commands.append("fathom " + " ".join(run.command(drive)))
    return makes + commands


def example_lines(table):
    """A command for one of the figures, and where in what it prints the figure is."""
    figure = table.example()
    run = figure.runs[0]
    path = "".join(f"[{key}]" if key.isdigit() else f".{key}" for key in figure.path).lstrip(".")
    where = f"`{path}`"
    if run.is_seek:
        where += " of the row with " + " and ".join(f"`{key}` {value}"
                                                    for key, value in run.pick.items())
    if len(figure.runs) == 2:
        where += ", the first command's over the second's"
    elif figure.per != 1:
        where += f", divided by {figure.per}"
    cell = ", ".join(part for part in (figure.what, figure.column) if part)
    return [*wrapped(f"For {ours_text(figure)} ({cell}): {where}."), "",
            *(f"    $ {line}" for line in typed(figure))]


def anchor(title):
    kept = "".join(c for c in title.lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def summary(tables):
    lines = ["| table | figures | proves | deviation, least to most | beyond |",
             "| --- | ---: | --- | ---: | ---: |"]
    for table in tables:
        name = f"[{table.title}](#{anchor(table.title)})"
        if table.missing:
            lines.append(f"| {name} | | | left out | |")
            continue
        deviations = [figure.deviation for figure in table.figures]
        beyond = sum(not figure.is_within for figure in table.figures)
        lines.append(f"| {name} | {len(table.figures)} | {table.data['proves']} "
                     f"| {percent(min(deviations))} to {percent(max(deviations))} "
                     f"| {beyond or ''} |")
    made = [table for table in tables if not table.missing]
    count = sum(len(table.figures) for table in made)
    beyond = sum(not figure.is_within for table in made for figure in table.figures)
    return [*lines, "", f"{count} figures in {len(made)} tables, {beyond} beyond their tolerance."]


def section(table):
    lines = ["", f"## {table.title}"]
    if table.missing:
        names = ", ".join(f"`{name}`" for name in table.missing)
        return [*lines, "", f"Left out: the build that made this page has no drive {names}."]
    for paragraph in table.data["text"]:
        lines += ["", *wrapped(paragraph)]
    lines += ["", *wrapped(f"Source: {table.data['source']}"), "",
              *wrapped(f"Fitted: {table.data['fitted']}"), ""]
    lines += grid_table(table) if table.columns else list_table(table)
    lines += known_lines(table)
    return [*lines, "", *example_lines(table)]


def text_of(tables):
    lines = [*HEAD.splitlines(), "", *summary(tables)]
    for table in tables:
        lines += section(table)
    return "\n".join(lines) + "\n"
