import { useState } from "react";
import type { WorkflowTemplate } from "../../../shared/domain/workflows/gallery/workflowTemplate.ts";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { makeBlank, startWorkflow } from "./startWorkflow.ts";

/** Adds a workflow from a template, or a blank one, with what is drawn meanwhile. */
export function useTemplates(place: AgentPlace) {
  const [busyId, setBusyId] = useState<string | null>(null);
  const { run, error } = useAction(async (template: WorkflowTemplate | null) => {
    setBusyId(template?.id ?? "blank");
    try {
      if (!template) return await startWorkflow(place, makeBlank("New workflow"));
      const { name, description, trigger, graph } = template;
      await startWorkflow(place, { name, description, trigger, graph });
    } finally {
      setBusyId(null);
    }
  });
  return { busyId, error, choose: (template: WorkflowTemplate | null) => void run(template) };
}
