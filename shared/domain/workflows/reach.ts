import type { Edge } from "./graph.ts";

/** Gives the steps that edges lead to from one, itself only where a circle leads back. */
export function createReach(edges: readonly Edge[]): (from: string) => ReadonlySet<string> {
  const follow = new Map<string, string[]>();
  for (const { from, to } of edges) follow.set(from, [...(follow.get(from) ?? []), to]);
  const known = new Map<string, ReadonlySet<string>>();
  return (from) => {
    const before = known.get(from);
    if (before) return before;
    const reached = new Set<string>();
    const open = [...(follow.get(from) ?? [])];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      open.push(...(follow.get(id) ?? []));
    }
    known.set(from, reached);
    return reached;
  };
}
