import type { FormField } from "../../forms.ts";
import { newStep, startId, startOutlet } from "../graph.ts";
import type { Edge, Graph, Step, StepOf, Variable } from "../graph.ts";
import type { StepConfigs, StepKind } from "../steps.ts";
import type { Trigger } from "../triggers.ts";

/** A ready-made workflow, which runs as it is. */
export interface WorkflowTemplate {
  id: string;
  name: string;
  description: string;
  trigger: Trigger;
  graph: Graph;
}

/** Makes a step with what its kind does not have by itself. */
export function step<Kind extends StepKind>(
  kind: Kind,
  id: string,
  { name, ...config }: Partial<StepConfigs[Kind]> & { name: string },
): StepOf<Kind> {
  const blank = newStep(kind, id);
  return { ...blank, name, config: { ...blank.config, ...config } };
}

/** Makes a field that must be filled in. */
export function field(id: string, label: string, more: Partial<FormField> = {}): FormField {
  return {
    ...{ id, label, type: "text", description: "", options: [], validations: { required: true } },
    ...more,
  };
}

/** Makes a graph whose ways are written as `a > b`, or `check.yes > b` where a step has several; it begins with the first step. */
export function makeGraph(steps: readonly Step[], ways: string, variables: Variable[] = []): Graph {
  const [first] = steps;
  const start: Edge[] = first ? [{ from: startId, outlet: startOutlet, to: first.id }] : [];
  const edges = ways
    .trim()
    .split("\n")
    .flatMap((line) => {
      const stops = line.split(">").map((stop) => stop.trim());
      return stops.slice(1).map((to, at): Edge => {
        const [from = "", outlet = "next"] = (stops[at] ?? "").split(".");
        return { from, outlet, to: to.split(".")[0] ?? to };
      });
    });
  return { steps: [...steps], edges: [...start, ...edges], variables };
}
