export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Beyond this many pairs of lines the texts are shown one after the other: nobody reads such a comparison. */
const mostPairs = 1_000_000;

/** Gives two texts as one, line by line: what stayed, what went away and what came, in the order of reading. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [was, is] = [before.split("\n"), after.split("\n")];
  const start = countSame(was, is);
  const end = countSame(was.slice(start).reverse(), is.slice(start).reverse());
  const [oldMiddle, newMiddle] = [was.slice(start, was.length - end), is.slice(start, is.length - end)];
  return [
    ...was.slice(0, start).map((text): DiffLine => ({ kind: "same", text })),
    ...diffMiddle(oldMiddle, newMiddle),
    ...was.slice(was.length - end).map((text): DiffLine => ({ kind: "same", text })),
  ];
}

function countSame(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at;
  return most;
}

function diffMiddle(was: readonly string[], is: readonly string[]): DiffLine[] {
  if (was.length * is.length > mostPairs) {
    return [...was.map((text) => line("removed", text)), ...is.map((text) => line("added", text))];
  }
  const lengths = findLengths(was, is);
  const lines: DiffLine[] = [];
  let [old, next] = [0, 0];
  while (old < was.length || next < is.length) {
    const [oldText, newText] = [was[old], is[next]];
    if (oldText !== undefined && oldText === newText) {
      lines.push(line("same", oldText));
      old += 1;
      next += 1;
    } else if (
      oldText !== undefined &&
      (newText === undefined || at(lengths, old + 1, next) >= at(lengths, old, next + 1))
    ) {
      lines.push(line("removed", oldText));
      old += 1;
    } else {
      lines.push(line("added", newText ?? ""));
      next += 1;
    }
  }
  return lines;
}

function line(kind: DiffLine["kind"], text: string): DiffLine {
  return { kind, text };
}

/** For every pair of places, how many lines both texts have in common from there on. */
function findLengths(was: readonly string[], is: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: was.length + 1 }, () => new Uint32Array(is.length + 1));
  for (let old = was.length - 1; old >= 0; old -= 1) {
    for (let next = is.length - 1; next >= 0; next -= 1) {
      const row = rows[old];
      if (!row) continue;
      row[next] =
        was[old] === is[next]
          ? at(rows, old + 1, next + 1) + 1
          : Math.max(at(rows, old + 1, next), at(rows, old, next + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint32Array[], old: number, next: number): number {
  return rows[old]?.[next] ?? 0;
}
