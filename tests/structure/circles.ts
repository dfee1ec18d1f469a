import { posix } from "node:path";
import type { Mention } from "./imports.ts";

/** Files that need each other, and what keeps them together: values, `import()` or types alone. */
export interface Circle {
  kind: "values" | "import()" | "types";
  /** In the order of their names. */
  files: string[];
}

interface Edge {
  to: string;
  kind: Mention["kind"];
}

/**
 * Finds every group of files that reach each other by their imports. A group that exists by values alone is told as
 * one of values; of what is left the groups that need `import()`, then those that need types.
 */
export function findCircles(mentions: ReadonlyMap<string, readonly Mention[]>): Circle[] {
  const edges = new Map(
    [...mentions].map(([path, list]) => [path, list.flatMap((mention) => edgeOf(path, mention, mentions))]),
  );
  const steps: { kind: Circle["kind"]; may: Mention["kind"][] }[] = [
    { kind: "values", may: ["static"] },
    { kind: "import()", may: ["static", "dynamic", "url"] },
    { kind: "types", may: ["static", "dynamic", "url", "type"] },
  ];
  const found = new Map<string, Circle>();
  for (const { kind, may } of steps)
    for (const files of groupsOf(edges, new Set(may))) {
      const name = files.join(" ");
      if (!found.has(name)) found.set(name, { kind, files });
    }
  return [...found.values()];
}

function edgeOf(from: string, mention: Mention, all: ReadonlyMap<string, unknown>): Edge[] {
  if (!mention.specifier?.startsWith(".")) return [];
  const to = posix.join(posix.dirname(from), mention.specifier);
  return all.has(to) ? [{ to, kind: mention.kind }] : [];
}

/** The strongly connected groups of more than one file (Tarjan). */
function groupsOf(edges: ReadonlyMap<string, readonly Edge[]>, may: Set<Mention["kind"]>): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];

  const look = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    let low = number;
    open.push(file);
    for (const { to, kind } of edges.get(file) ?? []) {
      if (!may.has(kind)) continue;
      if (!numbers.has(to)) low = Math.min(low, look(to));
      else if (open.includes(to)) low = Math.min(low, numbers.get(to) ?? low);
    }
    lowest.set(file, low);
    if (low === number) {
      const group = open.splice(open.indexOf(file)).toSorted();
      if (group.length > 1) groups.push(group);
    }
    return low;
  };

  for (const file of edges.keys()) if (!numbers.has(file)) look(file);
  return groups;
}
