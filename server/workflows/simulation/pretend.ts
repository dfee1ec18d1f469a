import { stepKinds } from "../../../shared/domain/workflows/steps.ts";
import type { StepConfigs, StepKind } from "../../../shared/domain/workflows/steps.ts";
import type { SimulationLine } from "../../../shared/contract/workflows/simulations.ts";
import type { ThreadActs } from "../../conversations/threads/threadActs.ts";
import { newId } from "../../database/ids.ts";
import type { WorkflowDeps } from "../deps.ts";
import type { Outcome } from "../running/session.ts";
import type { StepView } from "../steps/context.ts";

/** What the steps of a simulation work with: what would be said, sent or changed is noted, and nothing else. */
export function pretendDeps(deps: WorkflowDeps, lines: SimulationLine[]): WorkflowDeps {
  const note = (by: SimulationLine["by"], text: string) => void lines.push({ by, text });
  const acts: Pick<ThreadActs, "say" | "note" | "showForm" | "handOver"> = {
    async say(_, { thread, text, buttons = [], files = [] }) {
      const beside = [...files.map(({ name }) => `File: ${name}`), ...buttons].map((one) => `[${one}]`);
      note("workflow", [text, ...beside].filter(Boolean).join(" "));
      return thread;
    },
    async note(_, { thread, text }) {
      note("event", `Note for the team: ${text}`);
      return thread;
    },
    async showForm(_, { thread, text, fields }) {
      note("workflow", `${text} [Form: ${fields.map(({ label, id }) => label || id).join(", ")}]`.trim());
      return { thread, runId: newId() };
    },
    async handOver(_, { thread, text }) {
      note("event", text.trim() === "" ? "Handed over to the team" : `Handed over to the team: ${text}`);
      return { ...thread, handledBy: "human" };
    },
  };
  const post: WorkflowDeps["mail"]["post"] = async (_, { to, subject }) =>
    note("event", `Would send an e-mail to ${to}: ${subject}`);
  const mail = { ...deps.mail, isConfigured: true, post };
  return { ...deps, acts: { ...deps.acts, ...acts }, mail };
}

/** Kinds that change something elsewhere, or begin it: they give what the script says, or nothing. */
export const pretended: Partial<Record<StepKind, (view: StepView<StepKind>) => string>> = {
  skill: ({ step }) => `Would run the skill ${(step.config as StepConfigs["skill"]).skill}`,
  workflow: () => "Would run the other workflow",
  collection: ({ step }) => `Would use rows of ${(step.config as StepConfigs["collection"]).collection}`,
  assign: () => "Would assign the conversation",
  label: ({ step }) => {
    const { add, remove } = step.config as StepConfigs["label"];
    return `Would change labels: ${[...add.map((one) => `+${one}`), ...remove.map((one) => `-${one}`)].join(", ")}`;
  },
  resolve: ({ step, fill }) =>
    `Would resolve the conversation. ${fill((step.config as StepConfigs["resolve"]).text)}`.trim(),
};

/** What a step comes to whose result the script gives. */
export function giveResult(
  { step }: StepView<StepKind>,
  result: { value: string; fails: boolean } | null,
): Outcome {
  if (result?.fails) return { is: "failed", message: result.value, isFinal: true };
  const value = result === null ? null : parse(result.value);
  const { saveAs } = step.config as { saveAs?: string };
  return { is: "done", output: value, ...(saveAs && { save: { [saveAs]: value } }) };
}

/** Whether the script may give the result of a kind of step. */
export function takesResult(kind: StepKind): boolean {
  return stepKinds[kind].mayFail;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
