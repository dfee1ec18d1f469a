import { stepKinds } from "../../../shared/domain/workflows/steps.ts";
import type { SteppedRun } from "../../../shared/contract/workflows/simulations.ts";
import type { Session } from "../running/session.ts";
import { readWork } from "../running/session.ts";
import type { WorkflowRunStepRow } from "../tables.ts";

/** What a run waits for that can take no step: people before time. */
export function findWait(session: Session): SteppedRun["waits"] {
  const waiting = session.steps
    .filter(({ state }) => state === "waiting")
    .map((row) => ({ row, is: waitOf(row) }));
  const found = waiting.find(({ is }) => is !== "time") ?? waiting[0];
  if (!found) return null;
  const { stepId, name } = found.row;
  const step = session.find(found.row);
  const fields = step?.kind === "form" ? step.config.fields : [];
  return {
    for: found.is,
    stepId,
    name,
    fields: fields.map((field) => ({ ...field, options: [...field.options] })),
  };
}

/** What a waiting step waits for. */
export function waitOf(row: WorkflowRunStepRow): "visitor" | "form" | "team" | "time" {
  switch (row.waitsFor) {
    case "answer":
      return "visitor";
    case "form":
      return "form";
    case "approval":
      return "team";
    case "event":
      return readWork(row)["event"] === "message.received" ? "visitor" : "time";
    default:
      return "time";
  }
}

/** What a run waits for, in words. */
export function describeWait({ steps, run }: Session): string {
  if (run.endedAt !== null)
    return run.error === null ? "The run has ended." : `The run has ended. ${run.error}`;
  if (run.state === "paused") return "A person has the conversation.";
  const row = steps.find(({ state }) => state === "waiting");
  return row ? `The run waits at “${row.name}” (${stepKinds[row.kind].label}).` : "The run goes on.";
}
