import type { Edge } from "../../../../shared/domain/workflows/graph.ts";
import { findJoin } from "./findJoin.ts";

/**
 * A workflow's graph as people read it: steps one below the other, branches indented below the step that they leave.
 * Where a branch ends, reading continues with the step after the one that it left; what leads elsewhere says so.
 */
export type OutlineItem = OutlineStep | { kind: "goto"; to: string } | { kind: "stop" };

export interface OutlineStep {
  kind: "step";
  id: string;
  branches: OutlineBranch[];
}

export interface OutlineBranch {
  /** The way out of the step that the branch belongs to. */
  outlet: string;
  /** Where a branch leads that has come to its end: on with the next step, back to its own step, or nowhere. */
  returns: Returns;
  items: OutlineItem[];
}

export type Returns = "next" | "self" | "nowhere";

/** A way out of a step. Over `main` the reading continues below; every other way is a branch. */
export interface WayOut {
  outlet: string;
  isMain?: boolean;
  returns?: Returns;
}

export interface OutlineGraph {
  start: string | null;
  /** Every step, in the order in which those that nothing leads to are listed. */
  ids: readonly string[];
  waysOf: (id: string) => readonly WayOut[];
  edges: readonly Edge[];
}

export interface Outline {
  items: OutlineItem[];
  /** Steps that nothing leads to, each with what follows it. */
  loose: OutlineItem[][];
}

/** Gives the graph as an outline, in which every step stands once. */
export function readOutline(graph: OutlineGraph): Outline {
  const targets = mapTargets(graph.edges);
  const known = new Set(graph.ids);
  const placed = new Set<string>();
  const targetOf = (id: string, outlet: string) => {
    const to = targets.get(id)?.get(outlet);
    return to !== undefined && known.has(to) ? to : undefined;
  };
  const listTargets = (id: string) => [...(targets.get(id)?.values() ?? [])].filter((to) => known.has(to));

  /** Steps from `from` on until `until`, which stands after them; `reserved` stand further out. */
  function walk(from: string | undefined, until: string | undefined, reserved: ReadonlySet<string>) {
    const items: OutlineItem[] = [];
    let id = from;
    while (id !== until) {
      if (id === undefined) {
        items.push({ kind: "stop" });
        return items;
      }
      if (placed.has(id) || reserved.has(id)) {
        items.push({ kind: "goto", to: id });
        return items;
      }
      placed.add(id);
      const step: OutlineStep = { kind: "step", id, branches: [] };
      items.push(step);
      const ways = graph.waysOf(id);
      if (ways.length === 0) return items;
      const main = ways.find(({ isMain }) => isMain);
      const sides = ways.filter((way) => way !== main);
      const after = main ? targetOf(id, main.outlet) : chooseJoin(id, sides, { until, reserved });
      const outer = new Set([...reserved, ...[until, after].filter((one) => one !== undefined)]);
      for (const { outlet, returns = "next" } of sides) {
        const end = returns === "next" ? after : returns === "self" ? id : undefined;
        step.branches.push({ outlet, returns, items: walk(targetOf(id, outlet), end, outer) });
      }
      id = after;
    }
    return items;
  }

  function chooseJoin(
    id: string,
    sides: readonly WayOut[],
    { until, reserved }: { until: string | undefined; reserved: ReadonlySet<string> },
  ): string | undefined {
    const starts = sides.map(({ outlet }) => targetOf(id, outlet)).filter((to) => to !== undefined);
    const isTaken = (other: string) =>
      other === id || placed.has(other) || (reserved.has(other) && other !== until);
    return findJoin(starts, { listTargets, isTaken, until });
  }

  const items = graph.start !== null && known.has(graph.start) ? walk(graph.start, undefined, new Set()) : [];
  const inner = new Set(graph.edges.map(({ to }) => to));
  const loose: OutlineItem[][] = [];
  // First those that nothing leads to at all, so that what follows them stands with them.
  for (const isHead of [true, false]) {
    for (const id of graph.ids) {
      if (!placed.has(id) && (!isHead || !inner.has(id))) loose.push(walk(id, undefined, new Set()));
    }
  }
  return { items, loose };
}

/** Gives the edges of an outline, and the step that it begins with. */
export function writeOutline(
  outline: Outline,
  waysOf: OutlineGraph["waysOf"],
): { start: string | null; edges: Edge[] } {
  const edges: Edge[] = [];

  /** Links the items, after which `next` comes, and gives where they begin. */
  function link(items: readonly OutlineItem[], next: string | undefined): string | undefined {
    let entry = next;
    for (const item of [...items].reverse()) {
      if (item.kind === "goto") entry = item.to;
      else if (item.kind === "stop") entry = undefined;
      else {
        linkStep(item, entry);
        entry = item.id;
      }
    }
    return entry;
  }

  function linkStep({ id, branches }: OutlineStep, after: string | undefined): void {
    const main = waysOf(id).find(({ isMain }) => isMain);
    if (main && after !== undefined) edges.push({ from: id, outlet: main.outlet, to: after });
    for (const { outlet, returns, items } of branches) {
      const end = returns === "next" ? after : returns === "self" ? id : undefined;
      const to = link(items, end);
      if (to !== undefined && !(returns === "self" && to === id)) edges.push({ from: id, outlet, to });
    }
  }

  const start = link(outline.items, undefined) ?? null;
  for (const items of outline.loose) link(items, undefined);
  return { start, edges };
}

function mapTargets(edges: readonly Edge[]): Map<string, Map<string, string>> {
  const targets = new Map<string, Map<string, string>>();
  for (const { from, outlet, to } of edges) {
    const ofStep = targets.get(from) ?? new Map<string, string>();
    targets.set(from, ofStep.set(outlet, to));
  }
  return targets;
}
