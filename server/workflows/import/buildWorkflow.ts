import * as v from "valibot";
import { workflowGraph, workflowStep, workflowTrigger } from "../../../shared/contract/workflows/graph.ts";
import type { ImportReport, ImportedWorkflow } from "../../../shared/contract/workflows/imports.ts";
import {
  builtInVariables,
  newStep,
  outletsOf,
  startId,
  startOutlet,
} from "../../../shared/domain/workflows/graph.ts";
import type { Edge, Step, Variable } from "../../../shared/domain/workflows/graph.ts";
import { maxGraphEdges, maxGraphSteps, maxVariables } from "../../../shared/domain/workflows/limits.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import type { ForeignFlow, ForeignNode } from "./foreign.ts";
import { goParallel } from "./goParallel.ts";
import { ImportProblem } from "./ImportProblem.ts";
import { leaveOut } from "./mapping.ts";
import type { MapContext, MapNode, Mapped, StepDraft } from "./mapping.ts";
import { createNames } from "./names.ts";

type Built = Omit<ImportedWorkflow, "format">;

interface Placed {
  node: ForeignNode;
  mapped: Mapped;
  steps: Step[];
}

/** More nodes than this are ignored. */
const mostNodes = 2000;
const mostWhyCharacters = 500;

/** Makes a workflow of another builder's flow, and says what became of each node. */
export function buildWorkflow(flow: ForeignFlow, mapNode: MapNode): Built {
  if (flow.nodes.length > mostNodes)
    throw new ImportProblem(`The file has ${flow.nodes.length} nodes, which is too many. Split it.`);
  const context = createContext(flow);
  const nodes = uniqueBy(flow.nodes, ({ id }) => id).filter(({ id }) => id !== "");
  let count = 0;
  const placed = nodes.map((node): Placed => {
    const { mapped, steps } = check(node, mapNode(node, context), () => `step${(count += 1)}`);
    return { node, mapped, steps };
  });
  if (count > maxGraphSteps && placed.flatMap(({ steps }) => steps).length > maxGraphSteps)
    throw new ImportProblem(
      `The file has ${count} steps, and a workflow has at most ${maxGraphSteps}. Split it before you export it.`,
    );
  const parallel = goParallel({
    edges: [...innerEdges(placed), ...outerEdges(flow, placed)],
    makeId: () => `step${(count += 1)}`,
  });
  const steps = [...placed.flatMap((one) => one.steps), ...parallel.steps];
  const variables = [...placed.flatMap(({ mapped }) => mapped.variables ?? []), ...context.variables()];
  const graph = {
    steps,
    edges: parallel.edges.slice(0, maxGraphEdges),
    variables: uniqueBy(variables, ({ name }) => name).slice(0, maxVariables),
  };
  const checked = v.safeParse(workflowGraph, graph);
  if (!checked.success) throw new ImportProblem(`The workflow can't be added: ${checked.issues[0].message}`);
  return {
    name: flow.name.trim().slice(0, 120),
    description: flow.description.trim().slice(0, 1000),
    trigger: chooseTrigger(placed),
    graph: checked.output,
    report: makeReport(placed, parallel.changed),
  };
}

/** What a node's steps can't hold leaves the node out, and says so. */
function check(node: ForeignNode, mapped: Mapped, makeId: () => string): Pick<Placed, "mapped" | "steps"> {
  const steps: Step[] = [];
  for (const draft of mapped.steps) {
    const step = makeStep(draft, node, makeId());
    const checked = v.safeParse(workflowStep, step);
    if (!checked.success) {
      const { passBy } = mapped;
      return { mapped: leaveOut(`Its settings don't fit: ${checked.issues[0].message}`, passBy), steps: [] };
    }
    steps.push(checked.output);
  }
  return { mapped, steps };
}

function makeStep({ kind, config, name }: StepDraft, { title }: ForeignNode, id: string): Step {
  const blank = newStep(kind, id);
  return { ...blank, config, name: (name ?? title).trim().slice(0, 200) || blank.name } as Step; // settings of its kind
}

function createContext(flow: ForeignFlow): MapContext & { variables: () => Variable[] } {
  const names = createNames(Object.keys(builtInVariables));
  const byNode = new Map(flow.nodes.map(({ id, title, type }) => [id, names(title, type)]));
  const own = new Map<string, string>();
  return {
    flow,
    variableOf: (id) => byNode.get(id) ?? names(id, "value"),
    variableNamed: (wanted) => {
      // What stands before the dot says whose it is there.
      const known = own.get(wanted) ?? names(wanted.replace(/^[a-z]+\./, ""), "variable");
      own.set(wanted, known);
      return known;
    },
    // Whatever sets them may be left out, so each is there from the start.
    variables: () =>
      [...own].map(([label, name]) => ({
        ...{ name, type: "text", description: label === name ? "" : label.slice(0, 500), value: null },
        isInput: false,
      })),
  };
}

function innerEdges(placed: readonly Placed[]): Edge[] {
  return placed.flatMap(({ steps, mapped }) => {
    if (mapped.inner)
      return mapped.inner.flatMap(({ from, outlet, to }) => {
        const [one, other] = [steps[from], steps[to]];
        return one && other ? [{ from: one.id, outlet, to: other.id }] : [];
      });
    return steps.slice(1).flatMap(({ id }, at) => {
      const before = steps[at];
      const outlet = before && outletsOf(before)[0]?.id;
      return before && outlet !== undefined ? [{ from: before.id, outlet, to: id }] : [];
    });
  });
}

function outerEdges(flow: ForeignFlow, placed: readonly Placed[]): Edge[] {
  const byId = new Map(placed.map((one) => [one.node.id, one]));
  const outgoing = new Map<string, { out: string; to: string }[]>();
  for (const { from, out, to } of flow.edges) {
    if (!byId.has(from) || !byId.has(to)) continue;
    outgoing.set(from, [...(outgoing.get(from) ?? []), { out, to }]);
  }

  /** Where runs come to that are led to a node: its first step, or past it where it has none. */
  function enter(id: string, seen = new Set<string>()): string[] {
    const one = byId.get(id);
    if (!one || seen.has(id) || one.mapped.isPart) return [];
    seen.add(id);
    const [first] = one.steps;
    if (first) return [first.id];
    const ways = outgoing.get(id) ?? [];
    const { passBy } = one.mapped;
    const taken = passBy === undefined ? ways : ways.filter(({ out }) => out === passBy);
    return (taken.length > 0 ? taken : ways.slice(0, 1)).flatMap(({ to }) => enter(to, seen));
  }

  const edges = placed.flatMap(({ node, steps, mapped }) =>
    (outgoing.get(node.id) ?? []).flatMap(({ out, to }) => {
      const place = leave(steps, mapped, out);
      return place ? enter(to).map((target): Edge => ({ ...place, to: target })) : [];
    }),
  );
  const led = new Set(edges.map(({ to }) => to));
  const starts = placed.filter(({ mapped }) => mapped.isStart);
  const heads = starts.length > 0 ? starts.flatMap(({ node }) => enter(node.id)) : findHeads(placed, led);
  const first = heads.map((to): Edge => ({ from: startId, outlet: startOutlet, to }));
  return uniqueBy([...first, ...edges], ({ from, outlet, to }) => `${from} ${outlet} ${to}`);
}

function leave(steps: readonly Step[], { wayOf }: Mapped, out: string): Pick<Edge, "from" | "outlet"> | null {
  if (wayOf) {
    const way = wayOf(out);
    const step = way && steps[way.step];
    return way && step ? { from: step.id, outlet: way.outlet } : null;
  }
  const last = steps.at(-1);
  const outlet = last && outletsOf(last)[0]?.id;
  return last && outlet !== undefined ? { from: last.id, outlet } : null;
}

/** Where no node says that runs begin there: the first step that nothing leads to. */
function findHeads(placed: readonly Placed[], led: ReadonlySet<string>): string[] {
  const firsts = placed
    .filter(({ mapped, node }) => !mapped.isPart && node.parent === null)
    .flatMap(({ steps }) => steps.slice(0, 1));
  const head = firsts.find(({ id }) => !led.has(id)) ?? firsts[0];
  return head ? [head.id] : [];
}

function chooseTrigger(placed: readonly Placed[]): Trigger {
  const found = placed.find(({ mapped }) => mapped.trigger)?.mapped.trigger ?? { kind: "manual" as const };
  const checked = v.safeParse(workflowTrigger, found);
  return checked.success ? checked.output : { kind: "manual" };
}

function makeReport(placed: readonly Placed[], parallel: ImportReport["changed"]): ImportReport {
  const told = (node: ForeignNode, why: string) => ({ ...tell(node), why: why.slice(0, mostWhyCharacters) });
  return {
    taken: placed.filter(({ mapped }) => !mapped.leftOut && !mapped.changed).map(({ node }) => tell(node)),
    changed: [
      ...placed.flatMap(({ node, mapped }) =>
        !mapped.leftOut && mapped.changed ? [told(node, mapped.changed)] : [],
      ),
      ...parallel,
    ],
    leftOut: placed.flatMap(({ node, mapped }) => (mapped.leftOut ? [told(node, mapped.leftOut)] : [])),
  };
}

function tell({ title, type }: ForeignNode): { name: string; type: string } {
  return { name: title.slice(0, 200), type: type.slice(0, 200) };
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map([...items].reverse().map((item) => [keyOf(item), item])).values()].reverse();
}
