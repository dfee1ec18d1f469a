import { navigate } from "../../state/shell/navigation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { makeWorkflow } from "../../state/workflows/workflows.ts";
import type { WorkflowDraft } from "../../state/workflows/workflows.ts";
import { workflowPath } from "../../state/workflows/workflowPaths.ts";

/** Adds a workflow and opens it. */
export async function startWorkflow(place: AgentPlace, draft: WorkflowDraft): Promise<void> {
  const { id } = await makeWorkflow(place, draft);
  navigate(workflowPath(place, id));
}

/** A workflow without steps, which somebody starts by hand. */
export function makeBlank(name: string): WorkflowDraft {
  return {
    name,
    description: "",
    trigger: { kind: "manual" },
    graph: { steps: [], edges: [], variables: [] },
  };
}
