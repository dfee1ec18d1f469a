import { newStep } from "../../../shared/domain/workflows/graph.ts";
import type { Edge, Graph, Step, Variable } from "../../../shared/domain/workflows/graph.ts";
import type { StepConfigs, StepKind } from "../../../shared/domain/workflows/steps.ts";

/** A step with these settings, and what is said of it beside them. */
export function step<Kind extends StepKind>(
  id: string,
  kind: Kind,
  ...[config = {}, others = {}]: [
    config?: Partial<StepConfigs[Kind]>,
    others?: Partial<Pick<Step, "retry" | "timeoutSeconds" | "name">>,
  ]
): Step {
  const made = newStep(kind, id);
  return { ...made, name: id, ...others, config: { ...made.config, ...config } } as unknown as Step; // of one kind
}

/** Edges as they are drawn: `start > ask`, `check:yes > pay`. The outlet is `next` where none is named. */
export function edges(...drawn: string[]): Edge[] {
  return drawn.flatMap((line) => {
    const ids = line.split(">").map((part) => part.trim());
    return ids.slice(1).map((to, at) => {
      const [from = "", outlet = "next"] = (ids[at] ?? "").split(":");
      return { from, outlet, to: to.split(":")[0] ?? to };
    });
  });
}

/** A graph of these steps. */
export function graph(steps: Step[], drawn: string[], variables: Variable[] = []): Graph {
  return { steps, edges: edges(...drawn), variables };
}

/** An empty variable. */
export function variable(name: string, others: Partial<Variable> = {}): Variable {
  return { name, type: "text", description: "", value: null, isInput: true, ...others };
}
