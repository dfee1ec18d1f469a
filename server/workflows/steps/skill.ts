import { checkForm } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import { noteInput } from "../running/session.ts";
import { StepProblem, needAgent } from "./context.ts";
import type { OutsideStep, StepView } from "./context.ts";
import { openAgent } from "./think.ts";

const day = 24 * 60 * 60_000;

/** Runs one of the agent's skills by its own rules: what changes something waits for the visitor or the team first. */
export const skill: OutsideStep<"skill"> = {
  is: "outside",
  async take(view, signal) {
    const { step, row, run, work, deps, read, now } = view;
    const { skill: name, inputs: given, saveAs } = step.config;
    // Given by takeEnd.
    const ended = work.given as { state?: string; picked?: string | null; error?: string | null } | undefined;
    if (ended?.state === "done") {
      const value = parse(ended.picked ?? null);
      return { is: "done", save: { [saveAs]: value }, output: value };
    }
    if (ended?.state === "declined") return { is: "done", outlets: ["declined"] };
    if (ended) throw new StepProblem(ended.error ?? "Nobody decided in time.");
    const agent = needAgent(run);
    const all = await deps.skills.list(await openAgent(view));
    const found = all.find((one) => one.name === name);
    if (!found) throw new StepProblem(`The agent has no skill called ${name}.`);
    if (found.config.kind === "workflow")
      throw new StepProblem(`${name} is a workflow. Use the step that runs a workflow.`);
    const bound = await bindInputs(view, found);
    const filled = Object.fromEntries(Object.entries(given).map(([id, text]) => [id, read(text)]));
    const known = found.inputs.filter(
      ({ id, from }) => from === null && filled[id] !== undefined && filled[id] !== "",
    );
    const checked = checkForm(known, filled);
    if ("errors" in checked)
      throw new StepProblem(
        Object.entries(checked.errors)
          .map(([id, message]) => `${id}: ${message}`)
          .join(", "),
      );
    const inputs = { ...checked.values, ...bound };
    noteInput(row, inputs);
    const open = found.inputs.filter(
      ({ id, validations }) => validations.required && inputs[id] === undefined,
    );
    const isForm = found.config.kind === "form";
    if (isForm || found.risk !== "read" || found.config.kind === "client") {
      if (run.threadId === null)
        throw new StepProblem(`${name} waits for somebody's word, and this run has no conversation.`);
      return async ({ tx, session }) => {
        if (!session.thread || session.thread.handledBy !== "ai") return { is: "pauses" };
        const fields = isForm ? found.inputs.filter(({ id }) => inputs[id] === undefined) : open;
        const { thread, runId } = await deps.acts.showSkill(tx, {
          ...{
            thread: session.thread,
            messageId: row.id,
            text: found.title,
            skill: found,
            inputs,
            fields,
            now,
          },
        });
        session.thread = thread;
        return { is: "waits", for: "skill", wakeAt: now + 8 * day, token: runId };
      };
    }
    if (open.length > 0)
      throw new StepProblem(`Fill in ${open.map(({ id }) => id).join(", ")} of the skill.`);
    const outcome = await deps.skills.execute({
      ...{ ...agent, skill: found, inputs, idempotencyKey: row.id, contactId: run.contactId, signal },
    });
    if (outcome.asks) throw new StepProblem(`${name} asks for more: ${outcome.asks.message}`);
    if (outcome.error !== null) throw new StepProblem(outcome.error, { isFinal: false });
    const value = outcome.data ?? parse(outcome.picked);
    return { is: "done", save: { [saveAs]: value }, output: value };
  },
};

/** What the site has signed of the run's visitor, for the inputs that are theirs alone. */
async function bindInputs(
  { deps, run }: StepView<"skill">,
  { name, inputs, verifiedOnly }: StoredSkill,
): Promise<FormValues> {
  const own = inputs.filter(({ from }) => from !== null);
  if (own.length === 0 && !verifiedOnly) return {};
  const contact = await deps.store.db
    .selectFrom("contacts")
    .select(["verified", "externalId", "signedEmail"])
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", run.contactId ?? "")
    .executeTakeFirst();
  const signed = { userId: contact?.externalId, email: contact?.signedEmail };
  if (contact?.verified !== 1) throw new StepProblem(`${name} is for visitors whom your site has signed in.`);
  return Object.fromEntries(
    own.map(({ id, from }) => {
      const value = from === null ? null : signed[from];
      if (!value) throw new StepProblem(`${name} is for visitors whom your site has signed in.`);
      return [id, value];
    }),
  );
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
