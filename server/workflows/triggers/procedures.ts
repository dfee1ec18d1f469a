import type { FieldValue } from "../../../shared/domain/forms.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { readRunInputs, readRunSkill } from "../../actions/skills/runs.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import { pickByExamples } from "../../answering/skills/pickSkill.ts";
import type { Procedures, SaidToAgent } from "../../conversations/deps.ts";
import type { ThreadRow } from "../../conversations/tables.ts";
import { statement } from "../../database/statement.ts";
import type { Tx } from "../../database/store.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readGraph, readTrigger } from "../find.ts";
import { resumeStep } from "../running/resume.ts";
import { leaveOut, startRun } from "../running/start.ts";

type Deps = Pick<WorkflowDeps, "jobs" | "now" | "report">;

/** Makes what takes visitors' words and the ends of actions for the runs that wait for them, or begin with them. */
export function createProcedures(deps: Deps): Procedures {
  return {
    async takeMessage(tx, said) {
      // An answer to a question is no new message: a workflow that asks would begin again with each answer.
      if (await giveAnswer(deps, tx, said)) return true;
      await tellMessage(deps, tx, said);
      return startByMessage(deps, tx, said);
    },
    async takeEnd(tx, { thread, run }) {
      const { organizationId, id: token, state, picked, error } = run;
      const values = state === "done" ? readRunInputs(run) : {};
      const given = { state, values, picked, error };
      const { kind } = readRunSkill(run).config;
      const hasHandedOver = state === "done" && kind === "handover";
      const isTaken = await resumeStep(deps, tx, { organizationId, token, given, hasHandedOver });
      const isSentForm = state === "done" && kind === "form";
      if (isSentForm && !isTaken) await tellForm(deps, tx, { thread, run, values });
      return isTaken;
    },
  };
}

/** Gives a step that asked the visitor's answer. */
async function giveAnswer(deps: Deps, tx: Tx, { thread, content }: SaidToAgent): Promise<boolean> {
  const { organizationId, id: threadId } = thread;
  const [waiting] = await selectWaiting(tx, { organizationId, threadId, waitsFor: "answer" });
  if (!waiting?.token) return false;
  return resumeStep(deps, tx, { organizationId, token: waiting.token, given: { text: content } });
}

/** Tells of a message as an event: beside what it starts, the agent or a workflow still answers it. */
async function tellMessage(deps: Deps, tx: Tx, { thread, messageId, content }: SaidToAgent): Promise<void> {
  const told = { thread, event: "message.received", about: { text: content } };
  await giveEvent(deps, tx, told);
  const message = { id: messageId, text: content };
  await startByEvent(deps, tx, { ...told, message, onceKey: `message:${messageId}` });
}

interface Happened {
  thread: Pick<ThreadRow, "organizationId" | "id">;
  event: string;
  about: Record<string, unknown>;
}

/** Goes on with the runs of a conversation that wait for an event of this kind. */
export async function giveEvent(deps: Deps, tx: Tx, { thread, event, about }: Happened): Promise<void> {
  const { organizationId, id: threadId } = thread;
  const waiting = await selectWaiting(tx, { organizationId, threadId, waitsFor: "event" });
  for (const { token, work } of waiting) {
    const { event: wanted } = JSON.parse(work) as { event?: string }; // kept by the step
    if (wanted === event && token !== null)
      await resumeStep(deps, tx, { organizationId, token, given: { event: about } });
  }
}

const selectWaiting = statement(
  (
    db,
    {
      organizationId,
      threadId,
      waitsFor,
    }: { organizationId: string; threadId: string; waitsFor: "answer" | "event" },
  ) =>
    db
      .selectFrom("workflowRunSteps")
      .select(["token", "work"])
      .where("organizationId", "=", organizationId)
      .where("threadId", "=", threadId)
      .where("waitsFor", "=", waitsFor)
      .orderBy("id"),
);

/** The published workflows of an agent that are on and start that way. */
export const selectStarting = statement(
  (
    db,
    {
      organizationId,
      agentId,
      startsBy,
    }: { organizationId: string; agentId: string; startsBy: "message" | "event" | "service" },
  ) =>
    db
      .selectFrom("workflows")
      .innerJoin("workflowVersions", (join) =>
        join
          .onRef("workflowVersions.organizationId", "=", "workflows.organizationId")
          .onRef("workflowVersions.workflowId", "=", "workflows.id")
          .onRef("workflowVersions.version", "=", "workflows.version"),
      )
      .select(["workflows.organizationId", "workflows.id", "workflows.agentId"])
      .select(["workflowVersions.version", "workflowVersions.graph", "workflowVersions.trigger"])
      .where("workflows.organizationId", "=", organizationId)
      .where("workflows.startsBy", "=", startsBy)
      .where("workflows.agentId", "=", agentId)
      .orderBy("workflows.id"),
);

/** Begins the first workflow that a message calls for; false where none does, or it can't begin. */
async function startByMessage(deps: Deps, tx: Tx, said: SaidToAgent): Promise<boolean> {
  const { thread, messageId, content, isFirst } = said;
  if (thread.preview === 1) return false;
  const { organizationId, agentId } = thread;
  const candidates = await selectStarting(tx, { organizationId, agentId, startsBy: "message" });
  const found = candidates.find((one) => isMeant(readTrigger(one), { content, isFirst }));
  if (!found) return false;
  const run = await startRun(deps, tx, {
    ...{ workflow: found, version: found.version, graph: readGraph(found), trigger: "message", input: {} },
    about: { message: { id: messageId, text: content } },
    thread: { id: thread.id, contactId: thread.contactId },
    clientId: messageId,
  }).catch(leaveOut(deps, found));
  return run !== null;
}

/** Whether a message calls for a workflow. */
export function isMeant(
  trigger: Trigger,
  { content, isFirst }: Pick<SaidToAgent, "content" | "isFirst">,
): boolean {
  if (trigger.kind !== "message") return false;
  switch (trigger.match) {
    case "any":
      return true;
    case "first":
      return isFirst;
    case "words": {
      const said = ` ${fold(content)} `;
      return trigger.phrases.some((phrase) => said.includes(` ${fold(phrase)} `));
    }
    case "intent":
      return pickByExamples(content, [trigger], ({ phrases }) => phrases) !== null;
    default:
      return trigger.match satisfies never;
  }
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

interface Begun {
  thread: Pick<ThreadRow, "organizationId" | "agentId" | "id" | "contactId" | "preview">;
  event: string;
  about: Record<string, unknown>;
  /** What a visitor wrote, where that is the event. */
  message?: { id: string; text: string };
  /** The same for every time that this is told. */
  onceKey: string;
}

/** Begins the workflows that an event calls for, each once. */
export async function startByEvent(
  deps: Deps,
  tx: Tx,
  { thread, event, about, message, onceKey }: Begun,
): Promise<void> {
  if (thread.preview === 1) return;
  const { organizationId, agentId } = thread;
  for (const found of await selectStarting(tx, { organizationId, agentId, startsBy: "event" })) {
    const trigger = readTrigger(found);
    if (trigger.kind !== "event" || trigger.event !== event) continue;
    await startRun(deps, tx, {
      ...{ workflow: found, version: found.version, graph: readGraph(found), trigger: "event", input: {} },
      about: { trigger: { event, ...about }, ...(message && { message }) },
      thread: { id: thread.id, contactId: thread.contactId },
      clientId: onceKey.slice(0, 200),
    }).catch(leaveOut(deps, found));
  }
}

async function tellForm(
  deps: Deps,
  tx: Tx,
  { thread, run, values }: { thread: ThreadRow; run: SkillRunRow; values: Record<string, FieldValue> },
): Promise<void> {
  const about = { form: readRunSkill(run).title, values };
  await giveEvent(deps, tx, { thread, event: "form.sent", about });
  await startByEvent(deps, tx, { thread, event: "form.sent", about, onceKey: `form:${run.id}` });
}
