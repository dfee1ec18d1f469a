import { addHidden, checkForm } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { readSigned } from "../../../shared/domain/skills.ts";
import { readSignedVisitor } from "../../conversations/contacts/signedVisitor.ts";
import type { RunPlace } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import { codeField } from "../../answering/skills/planUse.ts";
import { noteInput } from "../running/session.ts";
import { StepProblem, nameRun, needAgent } from "./context.ts";
import type { Finish, OutsideStep, StepView } from "./context.ts";
import type { WorkflowRunRow } from "../tables.ts";
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
    if (ended) throw new StepProblem(ended.error ?? "Not decided in time.");
    const agent = needAgent(run);
    const all = await deps.skills.list(await openAgent(view));
    const found = all.find((one) => one.name === name);
    if (!found) throw new StepProblem(`The agent has no skill called ${name}.`);
    if (found.config.kind === "workflow")
      throw new StepProblem(`${name} is a workflow. Use the step “Run a workflow”.`);
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
    if (found.config.kind === "handover") return handOver(view, { found, inputs });
    const place = placeOf(run);
    const signIn = place && (await deps.skills.findSignIn(place, found));
    if (place && found.oncePerConversation) await refuseAgain(view, { place, found });
    const isForm = found.config.kind === "form";
    if (isForm || signIn || found.risk !== "read" || found.config.kind === "client") {
      if (run.threadId === null)
        throw new StepProblem(`${name} needs a confirmation, and this run has no conversation.`);
      return async ({ tx, session }) => {
        if (!session.thread || session.thread.handledBy !== "ai") return { is: "pauses" };
        const missing = isForm ? found.inputs.filter(({ id }) => inputs[id] === undefined) : open;
        const fields = signIn ? [...missing, codeField] : missing;
        const { thread, runId } = await deps.acts.showSkill(tx, {
          ...{
            thread: session.thread,
            messageId: row.id,
            text: found.title,
            by: nameRun(run),
            skill: found,
            inputs,
            fields,
            signIn: signIn ?? undefined,
            now,
          },
        });
        session.thread = thread;
        return { is: "waits", for: "skill", wakeAt: now + 8 * day, token: runId };
      };
    }
    if (open.length > 0)
      throw new StepProblem(`Fill in these inputs of the skill: ${open.map(({ id }) => id).join(", ")}.`);
    const outcome =
      place && found.oncePerConversation
        ? await deps.skills.read({ place, skill: found, inputs, signal }) // Kept, so that it is known to be done.
        : await deps.skills.execute({
            ...{ ...agent, skill: found, inputs, idempotencyKey: row.id, contactId: run.contactId, signal },
          });
    if (outcome.asks) throw new StepProblem(`${name} asks for more: ${outcome.asks.message}`);
    if (outcome.error !== null) throw new StepProblem(outcome.error, { isFinal: false });
    const value = outcome.data ?? parse(outcome.picked);
    return { is: "done", save: { [saveAs]: value }, output: value };
  },
};

/**
 * Hands the conversation over as the skill says, after its form where something is missing. It needs no sign-in, and may
 * happen again after a hand-back: nobody is kept from a person.
 */
function handOver(
  { run, row, deps, now }: StepView<"skill">,
  { found, inputs }: { found: StoredSkill; inputs: FormValues },
): Finish {
  if (run.threadId === null)
    throw new StepProblem(`${found.name} hands a conversation over, and this run has none.`);
  const open = found.inputs.filter(
    ({ id, from, type }) => from === null && type !== "hidden" && inputs[id] === undefined,
  );
  const isMissing = open.some(({ validations }) => validations.required);
  return async ({ tx, session }) => {
    if (session.thread?.handledBy !== "ai") return { is: "pauses" };
    if (isMissing) {
      const { thread, runId } = await deps.acts.showSkill(tx, {
        ...{ thread: session.thread, messageId: row.id, text: found.title, by: nameRun(run) },
        ...{ skill: found, inputs, fields: open, now },
      });
      session.thread = thread;
      return { is: "waits", for: "skill", wakeAt: now + 8 * day, token: runId };
    }
    session.thread = await deps.acts.handOverBySkill(tx, {
      ...{ thread: session.thread, skill: found, inputs: addHidden(found.inputs, inputs), now },
    });
    session.run.handedOver = 1;
    return { is: "done" };
  };
}

/** The conversation in which a run uses a skill; null where it has none. */
function placeOf({ organizationId, agentId, threadId, contactId }: WorkflowRunRow): RunPlace | null {
  if (agentId === null || threadId === null) return null;
  return { organizationId, agentId, threadId, preview: false, ...(contactId !== null && { contactId }) };
}

/** Refuses a skill that its conversation has had from any source, or that waits there. */
async function refuseAgain(
  { deps }: StepView<"skill">,
  { place, found: { id: skillId, name } }: { place: RunPlace; found: StoredSkill },
): Promise<void> {
  const effects = await deps.skills.listEffects({ ...place, skillId });
  if (effects.some(({ state }) => state === "waiting" || state === "running"))
    throw new StepProblem(`${name} waits for a decision already.`);
  if (effects.length > 0) throw new StepProblem(`${name} was done in this conversation already.`);
}

/** What the site has signed of the run's visitor, for the inputs that are theirs alone. */
async function bindInputs(
  { deps, run }: StepView<"skill">,
  { name, inputs, verifiedOnly, config }: StoredSkill,
): Promise<FormValues> {
  const isHandover = config.kind === "handover";
  const own = inputs.filter(({ from }) => from !== null);
  if (own.length === 0 && (!verifiedOnly || isHandover)) return {};
  const contact = await deps.store.db
    .selectFrom("contacts")
    .select(["verified", "externalId", "signedEmail", "signedMore"])
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", run.contactId ?? "")
    .executeTakeFirst();
  const isVerified = contact?.verified === 1;
  const refusal = new StepProblem(`${name} only works for verified visitors.`);
  if (!isVerified && !isHandover) throw refusal;
  return Object.fromEntries(
    own.flatMap((input) => {
      const value = isVerified ? readSigned(input, readSignedVisitor(contact)) : null;
      if (value !== null) return [[input.id, value]];
      if (isHandover) return [];
      throw refusal;
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
