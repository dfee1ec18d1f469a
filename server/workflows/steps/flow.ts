import { evaluate } from "../running/expressions.ts";
import { startRun } from "../running/start.ts";
import { noteInput } from "../running/session.ts";
import { newId } from "../../database/ids.ts";
import { findPublished } from "../find.ts";
import { StepProblem } from "./context.ts";
import type { InsideStep } from "./context.ts";

/** Repeats what follows `each` for every item, one after another. */
export const loop: InsideStep<"loop"> = {
  is: "inside",
  take({ step, row, work, variables }) {
    const { items, index } = work as { items?: unknown[]; index?: number }; // kept by the session
    if (items && index !== undefined) return { is: "iterates", items, index: index + 1 };
    const found = evaluate(step.config.list, variables);
    noteInput(row, found);
    if (!Array.isArray(found)) throw new StepProblem(`${step.config.list} is not a list.`);
    return { is: "iterates", items: found, index: 0 };
  },
};

/** Goes all ways at once. */
export const parallel: InsideStep<"parallel"> = {
  is: "inside",
  take: ({ step }) => ({ is: "done", outlets: step.config.branches.map(({ id }) => id) }),
};

/** Goes on: that it may was decided by the flow. */
export const join: InsideStep<"join"> = { is: "inside", take: () => ({ is: "done" }) };

/** Computes values, each with those before it. */
export const set: InsideStep<"set"> = {
  is: "inside",
  take({ step, variables }) {
    const save: Record<string, unknown> = {};
    for (const { name, expression } of step.config.values)
      save[name] = evaluate(expression, { ...variables, ...save });
    return { is: "done", save, output: save };
  },
};

/** Ends the run with a result. */
export const end: InsideStep<"end"> = {
  is: "inside",
  take({ step, variables }) {
    const { expression } = step.config;
    return { is: "ends", result: expression.trim() === "" ? null : evaluate(expression, variables) };
  },
};

/** Runs another workflow, and waits until it ends. */
export const workflow: InsideStep<"workflow"> = {
  is: "inside",
  async take({ step, row, run, work, tx, deps, read }) {
    const { workflowId, inputs, saveAs } = step.config;
    const given = work.given as { state?: string; result?: unknown; error?: string } | undefined; // of endRun
    if (given?.state === "done")
      return { is: "done", save: { [saveAs]: given.result }, output: given.result };
    if (given) return { is: "failed", message: given.error ?? "The workflow was canceled." };
    const { organizationId } = run;
    const found = await findPublished(tx, { organizationId, workflowId });
    if (!found) throw new StepProblem("The workflow isn’t published, is turned off or was deleted.");
    const isOther = found.agentId !== null && run.agentId !== null && found.agentId !== run.agentId;
    if (isOther) throw new StepProblem("This workflow belongs to another agent. Choose one of this agent’s.");
    const input = Object.fromEntries(Object.entries(inputs).map(([name, text]) => [name, read(text)]));
    noteInput(row, input);
    const token = newId();
    const child = await startRun(deps, tx, {
      workflow: { organizationId, id: workflowId, agentId: found.agentId ?? run.agentId },
      ...{ version: found.version, graph: found.graph, trigger: run.trigger, input },
      thread: run.threadId === null ? null : { id: run.threadId, contactId: run.contactId },
      by: run.startedBy === null ? null : { userId: run.startedBy, name: run.startedByName ?? "" },
      parent: { runId: run.id, token, depth: run.depth },
    });
    return { is: "waits", for: "workflow", wakeAt: null, token, childRunId: child.id };
  },
};
