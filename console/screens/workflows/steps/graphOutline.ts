import { outletsOf, startId, startOutlet } from "../../../../shared/domain/workflows/graph.ts";
import type { Edge, Graph, Step } from "../../../../shared/domain/workflows/graph.ts";
import { readOutline, writeOutline } from "./outline.ts";
import type { Outline, OutlineBranch, OutlineItem, OutlineStep, WayOut } from "./outline.ts";

/** Ways over which the reading continues below the step. */
const mainOutlets: readonly string[] = ["next", "done"];
/** Ways that end the run where nobody says otherwise: what fails, is declined, or takes too long. */
const endingOutlets: readonly string[] = ["error", "failed", "timeout", "declined", "expired"];

/** Gives a workflow's graph as people read it. */
export function outlineOf(graph: Graph): Outline {
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const start = graph.edges.find(({ from }) => from === startId)?.to ?? null;
  return readOutline({
    start,
    ids: graph.steps.map(({ id }) => id),
    waysOf: (id) => waysOf(byId.get(id)),
    edges: graph.edges.filter(({ from }) => from !== startId),
  });
}

/** Gives the graph whose steps stand as the outline says; steps that it leaves out are gone. */
export function graphOf(
  { variables }: Pick<Graph, "variables">,
  steps: readonly Step[],
  outline: Outline,
): Graph {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const { start, edges } = writeOutline(outline, (id) => waysOf(byId.get(id)));
  const first: Edge[] = start === null ? [] : [{ from: startId, outlet: startOutlet, to: start }];
  const order = [outline.items, ...outline.loose].flatMap(listIds);
  return {
    steps: order.flatMap((id) => byId.get(id) ?? []),
    edges: [...first, ...edges],
    variables,
  };
}

/** The ways out of a step, as an outline takes them. */
export function waysOf(step: Step | undefined): WayOut[] {
  if (!step) return [];
  return outletsOf(step).map(({ id }) => ({
    outlet: id,
    isMain: mainOutlets.includes(id),
    ...(id === "each" && { returns: "nowhere" as const }),
  }));
}

/** The branches of a step that nothing is in yet. */
export function emptyBranches(step: Step): OutlineBranch[] {
  return waysOf(step)
    .filter(({ isMain }) => !isMain)
    .map(({ outlet, returns = "next" }) => ({
      outlet,
      returns,
      items: isEnding(outlet) ? [{ kind: "stop" }] : [],
    }));
}

/** Whether a way ends the run where nobody says otherwise, so that it need not be shown. */
export function isEnding(outlet: string): boolean {
  return endingOutlets.includes(outlet);
}

/** Whether nothing but the usual end is in a branch. */
export function isQuiet({ outlet, items }: OutlineBranch, step: Pick<Step, "kind">): boolean {
  // An approval's answers are what it is about.
  if (step.kind === "approval" || !isEnding(outlet)) return false;
  return items.every(({ kind }) => kind === "stop");
}

/** The IDs of all steps of a list, those of branches included, in the order of reading. */
export function listIds(items: readonly OutlineItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === "step" ? [item.id, ...item.branches.flatMap((branch) => listIds(branch.items))] : [],
  );
}

/** Numbers the steps as a procedure does: 1, 2, 2.1, 2.2, 3; steps that nothing leads to have none. */
export function numberSteps({ items }: Outline): Map<string, string> {
  const numbers = new Map<string, string>();
  const walk = (steps: readonly OutlineStep[], before: string) => {
    for (const [at, { id, branches }] of steps.entries()) {
      const number = `${before}${at + 1}`;
      numbers.set(id, number);
      walk(
        branches.flatMap((branch) => branch.items.filter(isStep)),
        `${number}.`,
      );
    }
  };
  walk(items.filter(isStep), "");
  return numbers;
}

/** Whether an item is a step, not a hint on where it continues. */
export function isStep(item: OutlineItem): item is OutlineStep {
  return item.kind === "step";
}
