import { outletsOf } from "../../../../shared/domain/workflows/graph.ts";
import type { Graph, Step } from "../../../../shared/domain/workflows/graph.ts";
import { emptyBranches, graphOf, isEnding, isQuiet, isStep, listIds, outlineOf } from "./graphOutline.ts";
import type { Outline, OutlineBranch, OutlineItem, OutlineStep } from "./outline.ts";

/** Where steps are put: after a step, at the end of one of its branches, or at the end of the workflow. */
export type Place = { after: string } | { in: string; outlet: string } | "end";

/** What follows the last step of a list: the step below it, nothing, or another step. */
export type Tail = "below" | "stop" | { goto: string };

/** Steps with what is in their branches, as they are copied. */
export interface Clip {
  items: OutlineStep[];
  steps: Step[];
}

/** Puts new steps one after another. */
export function addSteps(graph: Graph, place: Place, steps: readonly Step[]): Graph {
  const items = steps.map((step): OutlineStep => ({
    kind: "step",
    id: step.id,
    branches: emptyBranches(step),
  }));
  return insert(graph, place, { items, steps: [...steps] });
}

/** Puts copied steps in, under IDs of their own. */
export function pasteClip(
  graph: Graph,
  place: Place,
  { clip, makeId }: { clip: Clip; makeId: () => string },
): Graph {
  return insert(graph, place, withNewIds(clip, makeId));
}

/** Gives a step with all that is in its branches. */
export function copyStep(graph: Graph, id: string): Clip {
  const found = locate(outlineOf(graph), id);
  if (!found) return { items: [], steps: [] };
  const item = found.list[found.index] as OutlineStep; // it was found by its ID
  const ids = new Set(listIds([item]));
  return { items: [item], steps: graph.steps.filter((step) => ids.has(step.id)) };
}

/** Takes a step away with all that is in its branches. */
export function removeStep(graph: Graph, id: string): Graph {
  return edit(graph, (outline) => {
    const found = locate(outline, id);
    found?.list.splice(found.index, 1);
    forgetGone(outline);
  });
}

/** Takes several steps away, those in the branches of another one with it. */
export function removeSteps(graph: Graph, ids: readonly string[]): Graph {
  return ids.reduce(removeStep, graph);
}

/** Moves a step with its branches by one place; at the end of a branch it leaves it. */
export function moveStep(graph: Graph, id: string, by: -1 | 1): Graph {
  return edit(graph, (outline) => {
    const found = locate(outline, id);
    if (!found) return;
    const { list, index, parent } = found;
    const other = list[index + by];
    if (other && isStep(other)) {
      list.splice(index + by, 0, ...list.splice(index, 1));
    } else if (parent) {
      const at = parent.list.findIndex((one) => isStep(one) && one.id === parent.step.id);
      parent.list.splice(by === 1 ? at + 1 : at, 0, ...list.splice(index, 1));
    }
  });
}

/** Moves a step into the last branch of the step before it. */
export function indentStep(graph: Graph, id: string): Graph {
  return edit(graph, (outline) => {
    const found = locate(outline, id);
    const before = found?.list[found.index - 1];
    if (!found || !before || !isStep(before)) return;
    const kind = graph.steps.find((step) => step.id === before.id);
    const shown = kind && before.branches.filter((branch) => !isQuiet(branch, kind));
    const branch = shown?.at(-1) ?? before.branches.at(-1);
    if (branch) append(branch.items, found.list.splice(found.index, 1));
  });
}

/** Moves a step out of its branch, to after the step that the branch belongs to. */
export function outdentStep(graph: Graph, id: string): Graph {
  return edit(graph, (outline) => {
    const found = locate(outline, id);
    if (!found?.parent) return;
    const { list, index, parent } = found;
    const at = parent.list.findIndex((one) => isStep(one) && one.id === parent.step.id);
    parent.list.splice(at + 1, 0, ...list.splice(index, 1));
  });
}

/** Moves a step to after another one, unless that is in its own branches. */
export function moveAfter(graph: Graph, id: string, afterId: string): Graph {
  return edit(graph, (outline) => {
    const found = locate(outline, id);
    const item = found?.list[found.index];
    if (!found || !item || listIds([item]).includes(afterId)) return;
    found.list.splice(found.index, 1);
    const target = locate(outline, afterId);
    target?.list.splice(target.index + 1, 0, item);
  });
}

/** Says what follows the last step of a branch, or of the workflow. */
export function setTail(graph: Graph, place: Exclude<Place, { after: string }>, tail: Tail): Graph {
  return edit(graph, (outline) => {
    const list = listAt(outline, place);
    if (!list) return;
    const last = list.at(-1);
    if (last && !isStep(last)) list.pop();
    if (tail === "stop") list.push({ kind: "stop" });
    else if (tail !== "below") list.push({ kind: "goto", to: tail.goto });
  });
}

/** What follows the last step of a list. */
export function tailOf(items: readonly OutlineItem[]): Tail {
  const last = items.at(-1);
  if (last?.kind === "stop") return "stop";
  return last?.kind === "goto" ? { goto: last.to } : "below";
}

/** Changes a step. What leaves it by ways that are gone stands alone; what leaves it by a new way continues below. */
export function changeStep(graph: Graph, changed: Step): Graph {
  const before = graph.steps.find(({ id }) => id === changed.id);
  if (!before) return graph;
  const steps = graph.steps.map((step) => (step.id === changed.id ? changed : step));
  const [old, now] = [outletsOf(before), outletsOf(changed)].map((all) => new Set(all.map(({ id }) => id)));
  const added = [...(now ?? [])].filter((id) => !old?.has(id));
  if (added.length === 0 && now?.size === old?.size) return { ...graph, steps };
  const edges = graph.edges.filter(({ from, outlet }) => from !== changed.id || now?.has(outlet));
  return edit({ ...graph, steps, edges }, (outline) => {
    const found = locate(outline, changed.id);
    const item = found?.list[found.index];
    if (!item || !isStep(item)) return;
    for (const branch of item.branches) {
      if (added.includes(branch.outlet) && !isEnding(branch.outlet)) branch.items = [];
    }
  });
}

function insert(graph: Graph, place: Place, { items, steps }: Clip): Graph {
  const all = { ...graph, steps: [...graph.steps, ...steps] };
  const outline = outlineOf(graph);
  if (typeof place === "object" && "after" in place) {
    const found = locate(outline, place.after);
    if (!found) return graph;
    found.list.splice(found.index + 1, 0, ...items);
  } else {
    const list = listAt(outline, place);
    if (!list) return graph;
    append(list, items);
  }
  return graphOf(graph, all.steps, outline);
}

function edit(graph: Graph, change: (outline: Outline) => void): Graph {
  const outline = outlineOf(graph);
  change(outline);
  return graphOf(graph, graph.steps, outline);
}

function append(list: OutlineItem[], items: readonly OutlineItem[]): void {
  const last = list.at(-1);
  list.splice(last && !isStep(last) ? list.length - 1 : list.length, 0, ...items);
}

function listAt(outline: Outline, place: Exclude<Place, { after: string }>): OutlineItem[] | undefined {
  if (place === "end") return outline.items;
  const found = locate(outline, place.in);
  const item = found?.list[found.index];
  return item && isStep(item)
    ? item.branches.find(({ outlet }) => outlet === place.outlet)?.items
    : undefined;
}

interface Located {
  list: OutlineItem[];
  index: number;
  /** The step in whose branch it stands, and the list in which that stands. */
  parent: { step: OutlineStep; branch: OutlineBranch; list: OutlineItem[] } | null;
}

function locate(outline: Outline, id: string): Located | undefined {
  const search = (list: OutlineItem[], parent: Located["parent"]): Located | undefined => {
    for (const [index, item] of list.entries()) {
      if (!isStep(item)) continue;
      if (item.id === id) return { list, index, parent };
      for (const branch of item.branches) {
        const found = search(branch.items, { step: item, branch, list });
        if (found) return found;
      }
    }
    return undefined;
  };
  for (const list of [outline.items, ...outline.loose]) {
    const found = search(list, null);
    if (found) return found;
  }
  return undefined;
}

/** What led to a step that is gone ends there. */
function forgetGone(outline: Outline): void {
  const lists = [outline.items, ...outline.loose];
  const left = new Set(lists.flatMap(listIds));
  const walk = (list: OutlineItem[]) => {
    for (const [index, item] of list.entries()) {
      if (item.kind === "goto" && !left.has(item.to)) list[index] = { kind: "stop" };
      if (isStep(item)) for (const { items } of item.branches) walk(items);
    }
  };
  for (const list of lists) walk(list);
}

/** What leads out of the copied steps ends there: where they are pasted, that step may not be. */
function withNewIds({ items, steps }: Clip, makeId: () => string): Clip {
  const ids = new Map(steps.map(({ id }) => [id, makeId()]));
  const renew = (item: OutlineItem): OutlineItem => {
    if (item.kind === "goto") {
      const to = ids.get(item.to);
      return to === undefined ? { kind: "stop" } : { kind: "goto", to };
    }
    return isStep(item) ? renewStep(item) : item;
  };
  const renewStep = ({ id, branches }: OutlineStep): OutlineStep => ({
    ...{ kind: "step", id: ids.get(id) ?? id },
    branches: branches.map((branch) => ({ ...branch, items: branch.items.map(renew) })),
  });
  return {
    items: items.map(renewStep),
    steps: steps.map((step) => ({
      ...structuredClone(step),
      id: ids.get(step.id) ?? step.id,
      position: null,
    })),
  };
}
