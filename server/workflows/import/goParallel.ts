import { newStep } from "../../../shared/domain/workflows/graph.ts";
import type { Edge, Step } from "../../../shared/domain/workflows/graph.ts";
import { createReach } from "../../../shared/domain/workflows/reach.ts";
import type { ImportReport } from "../../../shared/contract/workflows/imports.ts";

interface Parallel {
  steps: Step[];
  edges: Edge[];
  changed: ImportReport["changed"];
}

const mostBranches = 30;

/**
 * Puts a parallel step where several steps follow one way out, which ours never do, and a join where its branches meet
 * again: the other builders wait there for all of them.
 */
export function goParallel({ edges, makeId }: { edges: readonly Edge[]; makeId: () => string }): Parallel {
  const result: Parallel = { steps: [], edges: [], changed: [] };
  const joins = new Map<string, string>();
  let left = [...edges];
  for (const [key, group] of Map.groupBy(edges, ({ from, outlet }) => `${from}\n${outlet}`)) {
    const [first] = group;
    if (!first || group.length === 1) continue;
    const { from, outlet } = first;
    const parallel = newStep("parallel", makeId());
    parallel.config.branches = group
      .slice(0, mostBranches)
      .map((_, at) => ({ id: `way${at + 1}`, label: `Branch ${at + 1}` }));
    result.steps.push(parallel);
    result.changed.push({
      ...{ name: parallel.name, type: "parallel" },
      why: `Several nodes followed one, so a Parallel step with ${group.length} branches was added.`,
    });
    const branches = group
      .slice(0, mostBranches)
      .map(({ to }, at) => ({ from: parallel.id, outlet: `way${at + 1}`, to }));
    left = left.filter((edge) => `${edge.from}\n${edge.outlet}` !== key);
    left.push({ from, outlet, to: parallel.id }, ...branches);
    joinBranches({ branches, joins, makeId, result, edges: left });
  }
  return { ...result, edges: left };
}

interface JoinOptions {
  branches: readonly Edge[];
  joins: Map<string, string>;
  makeId: () => string;
  result: Parallel;
  /** All edges so far; those that lead to where branches meet lead to the join instead. */
  edges: Edge[];
}

/** The nearest step that all branches come to gets a join before it. */
function joinBranches({ branches, joins, makeId, result, edges }: JoinOptions): void {
  const reach = createReach(edges);
  const reached = branches.map(({ to }) => new Set([to, ...reach(to)]));
  const [first, ...others] = reached;
  const meeting = [...(first ?? [])].find(
    (id) =>
      others.every((all) => all.has(id)) &&
      // The nearest one: no other step that all come to leads to it.
      ![...(first ?? [])].some(
        (other) => other !== id && others.every((all) => all.has(other)) && reach(other).has(id),
      ),
  );
  if (meeting === undefined || joins.has(meeting) || result.steps.some(({ id }) => id === meeting)) return;
  const join = newStep("join", makeId());
  joins.set(meeting, join.id);
  result.steps.push(join);
  const inside = new Set(reached.flatMap((all) => [...all]));
  for (const edge of edges) {
    const isOfBranch = inside.has(edge.from) || branches.some(({ from }) => from === edge.from);
    if (edge.to === meeting && isOfBranch && !reach(meeting).has(edge.from)) edge.to = join.id;
  }
  edges.push({ from: join.id, outlet: "next", to: meeting });
}
