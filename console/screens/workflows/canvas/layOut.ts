import { Graph as Layout, layout } from "@dagrejs/dagre";
import type { Graph } from "../../../../shared/domain/workflows/graph.ts";
import { outletsOf, startId } from "../../../../shared/domain/workflows/graph.ts";

/** How large a step is on the canvas. */
export const nodeWidth = 240;
export const nodeHeight = 92;

interface Point {
  x: number;
  y: number;
}

/** Gives where each step stands: where somebody put it, else below what leads to it. */
export function layOut({ steps, edges }: Pick<Graph, "steps" | "edges">): Map<string, Point> {
  const graph = new Layout();
  graph.setGraph({ rankdir: "TB", nodesep: 36, ranksep: 64 });
  graph.setDefaultEdgeLabel(() => ({}));
  // An object for each: the layout writes the place into it.
  for (const id of [startId, ...steps.map((step) => step.id)])
    graph.setNode(id, { width: nodeWidth, height: nodeHeight });
  // In the order of its ways out, so that Yes stands before No.
  const orderOf = new Map(
    steps.flatMap((step) => outletsOf(step).map(({ id }, at) => [`${step.id} ${id}`, at] as const)),
  );
  const known = new Set([startId, ...steps.map(({ id }) => id)]);
  const sorted = edges
    .filter(({ from, to }) => known.has(from) && known.has(to) && from !== to)
    .toSorted(
      (one, other) =>
        (orderOf.get(`${one.from} ${one.outlet}`) ?? 0) - (orderOf.get(`${other.from} ${other.outlet}`) ?? 0),
    );
  for (const { from, to } of sorted) graph.setEdge(from, to);
  // Keeps branches in the order of their outlets. The heuristic may swap them even if no fewer lines cross.
  layout(graph, { disableOptimalOrderHeuristic: true });
  const found = new Map<string, Point>();
  for (const id of known) {
    const { x = 0, y = 0 } = graph.node(id);
    found.set(id, { x: x - nodeWidth / 2, y: y - nodeHeight / 2 });
  }
  for (const { id, position } of steps) if (position) found.set(id, position);
  return found;
}
