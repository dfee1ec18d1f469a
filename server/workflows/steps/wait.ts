import { noteInput, readWork } from "../running/session.ts";
import type { WorkflowRunStepRow } from "../tables.ts";
import { StepProblem } from "./context.ts";
import type { InsideStep } from "./context.ts";

/** Waits for a time, a date or an event. */
export const wait: InsideStep<"wait"> = {
  is: "inside",
  take({ step, row, work, now, fill, run }) {
    const { until, seconds, date, event } = step.config;
    const given = work.given as { isLate?: boolean; event?: unknown } | undefined; // of wakeDue or the follower
    if (given) {
      const isTimeout = until === "event" && given.isLate === true;
      return { is: "done", outlets: [isTimeout ? "timeout" : "next"], output: given.event };
    }
    if (until === "time") return { is: "waits", for: "time", wakeAt: now + seconds * 1000 };
    if (until === "event") {
      if (run.threadId === null) throw new StepProblem("Waiting for an event needs a conversation.");
      return { is: "waits", for: "event", wakeAt: now + seconds * 1000, work: { event } };
    }
    const text = fill(date);
    noteInput(row, text);
    const at = Date.parse(text);
    if (Number.isNaN(at))
      throw new StepProblem(`"${text.slice(0, 100)}" isn’t a date. Use a form such as 2026-12-24T09:00:00Z.`);
    return at <= now ? { is: "done" } : { is: "waits", for: "date", wakeAt: at };
  },
};

/** Waits for a member's decision. */
export const approval: InsideStep<"approval"> = {
  is: "inside",
  take({ step, row, work, now, fill }) {
    const { text, hours, memberIds } = step.config;
    const given = work.given as { isLate?: boolean; decision?: string; note?: string } | undefined; // of decideStep
    if (given?.isLate) return { is: "done", outlets: ["expired"] };
    if (given)
      return {
        is: "done",
        outlets: [given.decision === "approve" ? "approved" : "declined"],
        output: given.note ?? "",
      };
    const asked = fill(text);
    noteInput(row, asked);
    return {
      is: "waits",
      for: "approval",
      wakeAt: now + hours * 3_600_000,
      work: { text: asked, memberIds },
    };
  },
};

/** What a step that waits for a decision asks, and whom; nobody is named if all who may reply can decide. */
export function readApproval(row: WorkflowRunStepRow): { title: string; memberIds: string[] } {
  const { text = "", memberIds = [] } = readWork(row) as { text?: string; memberIds?: string[] }; // kept by the approval
  return { title: text, memberIds };
}
