import {
  changeRun,
  findRun,
  lockRun,
  outcomeColumns,
  readRunInputs,
  readRunSkill,
} from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";
import type { ConversationDeps } from "../deps.ts";
import type { Writer } from "../answers/writer.ts";
import { countRun } from "../figures/count.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { lockThread } from "../threads/find.ts";
import { waitForTeam } from "../threads/waitForTeam.ts";
import type { OutcomeAsk } from "../../actions/skills/http/sendRequest.ts";
import { copyFields, waitFor } from "./cards.ts";
import { expireLater } from "./expireLater.ts";
import { addFollowUp } from "./followUp.ts";
import { showChange } from "./showChange.ts";

const kind = "conversations.runAction";

/**
 * Has a run done that somebody has just allowed, whatever becomes of this process. Each wait that ends so has a job of its
 * own: the one that asked the visitor may not have ended when they answer.
 */
export async function runLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { organizationId, id: runId, expiresAt }: Pick<SkillRunRow, "organizationId" | "id" | "expiresAt">,
): Promise<void> {
  const payload: RunPayload = { runId, expiresAt };
  await jobs.enqueue(tx, { organizationId, kind, key: `${runId}:${expiresAt}`, payload: { ...payload } });
}

interface RunPayload {
  runId: string;
  /** Of the wait that ended: a job of an earlier one has nothing to do any longer. */
  expiresAt: number | null;
}

/** A process that ends waits for what it has sent, and no longer than a service may take. */
const patienceMs = 35_000;

/**
 * Does what was allowed, once. A request that changes something and was perhaps sent by a process that died is not sent
 * again: nobody knows whether it was done, and the team is told so.
 */
export function runningJob(deps: ConversationDeps, writer: Pick<Writer, "owner" | "start">): NamedJobKind {
  return {
    kind,
    concurrency: 8,
    handler: async ({ organizationId, payload }) => {
      const { runId, expiresAt } = JSON.parse(payload) as RunPayload; // written by runLater
      const run = await markSent(deps, { organizationId, runId, expiresAt });
      if (run === null) return;
      if (run === "unknown")
        return finish(deps, writer, { organizationId, runId, columns: unknown(deps.now()) });
      const { agentId, effectKey, threadId } = run;
      const contactId = await findContactOf(deps.store.db, { organizationId, threadId });
      const outcome = await deps.skills.execute({
        ...{ organizationId, agentId, skill: readRunSkill(run), inputs: readRunInputs(run) },
        ...{ runId, exchange: run.exchange },
        ...{ idempotencyKey: effectKey, contactId, signal: AbortSignal.timeout(patienceMs) },
      });
      if (outcome.asks) return askVisitor(deps, { organizationId, runId, asks: outcome.asks });
      await finish(deps, writer, { organizationId, runId, columns: outcomeColumns(outcome, deps.now()) });
    },
  };
}

async function findContactOf(
  db: Db,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<string | null> {
  const thread = await db
    .selectFrom("threads")
    .select("contactId")
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .executeTakeFirst();
  return thread?.contactId ?? null;
}

/** Draws the form that the far side asks for on the run's card, which waits again: for today or another day. */
async function askVisitor(
  deps: ConversationDeps,
  { organizationId, runId, asks }: Pick<Finish, "organizationId" | "runId"> & { asks: OutcomeAsk },
): Promise<void> {
  const found = await findRun(deps.store.db, { organizationId, runId });
  if (!found) return;
  const { agentId, threadId } = found;
  await deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, { organizationId, agentId, threadId });
    const run = await lockRun(tx, { organizationId, threadId, runId });
    if (run?.state !== "running") return;
    const now = deps.now();
    if (thread.handledBy !== "ai") {
      const withdrawn = await changeRun(tx, run, { state: "withdrawn", endedAt: now });
      await showChange(deps, tx, { thread, run, changes: { state: "withdrawn", fields: [] }, now });
      if (withdrawn) await deps.procedures.takeEnd(tx, { thread, run: withdrawn });
      return;
    }
    const wait = waitFor(readRunSkill(run), { hasFields: true, now });
    const { expiresAt } = wait;
    const { exchange, message: note, fields } = asks;
    const waiting = await changeRun(tx, run, { state: "waiting", exchange, expiresAt, sentAt: null });
    if (!waiting) return;
    await expireLater(deps, tx, waiting);
    const changes = { ...wait, state: "waiting", fields: copyFields(fields), note } as const;
    await showChange(deps, tx, { thread, run: waiting, changes, now });
  });
}

function unknown(now: number): Partial<SkillRunRow> {
  const error = "The server stopped during the request, so its result is unknown.";
  return { state: "unknown", error, endedAt: now };
}

/** Notes that the request is about to leave; `unknown` where an earlier attempt noted that and never came back. */
async function markSent(
  { store, now }: ConversationDeps,
  { organizationId, runId, expiresAt }: RunPayload & { organizationId: string },
): Promise<SkillRunRow | "unknown" | null> {
  return store.transaction(async (tx) => {
    const run = await findRun(tx, { organizationId, runId });
    if (run?.state !== "running" || run.expiresAt !== expiresAt) return null;
    if (run.sentAt !== null && !isRepeatable(readRunSkill(run))) return "unknown";
    return (await changeRun(tx, run, { sentAt: now() })) ?? null;
  });
}

/** Whether repeating it is harmless: our own rows are written once. */
function isRepeatable({ config, risk }: StoredSkill): boolean {
  if (config.kind === "http") return config.method === "GET";
  return config.kind === "collection" || risk === "read";
}

interface Finish {
  organizationId: string;
  runId: string;
  columns: Partial<SkillRunRow>;
}

async function finish(
  deps: ConversationDeps,
  writer: Pick<Writer, "owner" | "start">,
  { organizationId, runId, columns }: Finish,
): Promise<void> {
  const found = await findRun(deps.store.db, { organizationId, runId });
  if (!found) return;
  const { agentId, threadId } = found;
  const answer = await deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, { organizationId, agentId, threadId });
    const run = await lockRun(tx, { organizationId, threadId, runId });
    if (run?.state !== "running") return null;
    const ended = await changeRun(tx, run, columns);
    return ended ? showEnd(deps, tx, { thread, run: ended, owner: writer.owner }) : null;
  });
  if (answer) writer.start(answer);
}

/** Shows how a run ended, and begins the answer that tells it. The team checks unknown outcomes. */
export async function showEnd(
  deps: ConversationDeps,
  tx: Tx,
  { thread, run, owner }: { thread: ThreadRow; run: SkillRunRow; owner: string },
): Promise<MessageRow | null> {
  const now = deps.now();
  const { state, error: note, decidedBy } = run;
  await countRun(tx, { place: thread, run });
  const changes = { state, note, fields: [], decidedBy, ...(run.appPageId !== null && { hasApp: true }) };
  await showChange(deps, tx, { thread, run, changes, now });
  if (state === "unknown" && thread.handledBy === "ai") await waitForTeam(deps, tx, { thread, now });
  const { organizationId, agentId, threadId } = run;
  const current = await lockThread(tx, { organizationId, agentId, threadId });
  if (await deps.procedures.takeEnd(tx, { thread: current, run })) return null;
  // The app that asked is told, and shows it.
  if (run.appOf !== null) return null;
  return addFollowUp(deps, tx, { thread: current, run, owner, now });
}
