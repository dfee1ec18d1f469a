import { TextTooLong, fillTemplate, readTemplate } from "../../../shared/domain/workflows/templates.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { lockThread } from "../../conversations/threads/find.ts";
import type { Tx } from "../../database/store.ts";
import type { JobHandler } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { RunKey, WorkflowDeps } from "../deps.ts";
import { StepProblem } from "../steps/context.ts";
import { readApproval } from "../steps/wait.ts";
import type { Finish, InsideStep, InsideView, OutsideStep, StepView } from "../steps/context.ts";
import { stepTakers } from "../steps/steps.ts";
import type { StepKind } from "../../../shared/domain/workflows/steps.ts";
import type { WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";
import { findContactRow, nameOfHolder } from "../find.ts";
import { endChildren, endRun } from "./endRun.ts";
import { announceRun, tellAsked } from "./tellTeam.ts";
import { ExpressionProblem } from "./expressions.ts";
import { goOn } from "./resume.ts";
import { Session, nothingWaited, readWork } from "./session.ts";
import type { Outcome } from "./session.ts";
import { findGraph, findRunRow, listOpenSteps, lockRunRow, tellSettled, writeSession } from "./store.ts";

/** Steps that only touch the database and are taken in one transaction. */
const mostInside = 50;
/** Steps that ask others, at once. */
const mostOutside = 8;

interface Found {
  row: WorkflowRunStepRow;
  finish: Finish;
}

/**
 * Takes a run on as far as it goes by itself. If the process is killed, another continues from the last written step.
 */
export function createRunHandler(deps: WorkflowDeps): JobHandler {
  return async ({ organizationId, key: runId }, { signal, progress }) => {
    const key = { organizationId, runId };
    let found: Found[] = [];
    for (let turn = 1; ; turn += 1) {
      signal.throwIfAborted();
      const next = await deps.store.transaction((tx) => takeInside(deps, tx, { key, found }));
      if (next === null) return;
      progress({ turn });
      const taken = await Promise.allSettled(next.views.map(async (view) => takeOutside(view, signal)));
      found = taken.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      const fault = taken.find((one) => one.status === "rejected");
      if (!fault) continue;
      // The job begins again: what the other steps did is written first, so that it is not done again.
      await deps.store.transaction((tx) => keepFound(deps, tx, { key, found }));
      throw fault.reason;
    }
  };
}

/** Puts a run whose job failed for good to its end, and goes on with what came while the job was ending. */
export function createRunEnded(deps: WorkflowDeps) {
  return async (tx: Tx, { organizationId, key: runId, state }: JobRow): Promise<void> => {
    const key = { organizationId, runId };
    const known = await findRunRow(tx, key);
    if (!known || known.endedAt !== null) return;
    const session = await openSession(deps, tx, key);
    if (!session || session.isEnded) return;
    if (state === "failed") {
      session.end("failed", "The server couldn’t finish this run. Start it again.");
      await closeRun(deps, tx, session);
    } else if (hasNews(session) || (await hasLostParent(tx, session.run))) await goOn(deps, tx, key);
  };
}

/** Writes the end of a run, and all that follows from it. */
export async function closeRun(deps: WorkflowDeps, tx: Tx, session: Session): Promise<void> {
  const { run, graph } = session;
  if (run.state === "failed") await passOn(deps, tx, session);
  await writeAll(deps, tx, session);
  await endRun(deps, tx, run);
  const begins = graph.steps.some(({ kind }) => kind === "workflow");
  if (begins) await endChildren(deps, tx, { organizationId: run.organizationId, runId: run.id });
}

/** Writes what a session changed, and what its conversation shows of approvals. */
async function writeAll(deps: WorkflowDeps, tx: Tx, session: Session): Promise<void> {
  const { changed, asking, now } = session;
  const hasApprovals = [...changed].some(({ kind }) => kind === "approval");
  const waiting = [...asking].filter(({ waitsFor }) => waitsFor === "approval");
  asking.clear();
  await writeSession(tx, session);
  const { thread, run } = session;
  if (hasApprovals && thread) {
    const asked = waiting.map((row) => readApproval(row));
    session.thread = await deps.acts.keepApprovals(tx, { thread, asked, now });
  } else if (!thread && run.version !== null) {
    for (const row of waiting) {
      const step = session.find(row);
      const byAnother = step?.kind === "approval" && step.config.byAnother;
      await tellAsked(deps, tx, { run, row, byAnother });
    }
    if (hasApprovals && waiting.length === 0) await announceRun(deps, tx, { run, what: "decided" });
  }
}

/** Gives the team a conversation whose message began a run that failed: nobody else answers it. */
async function passOn({ acts }: WorkflowDeps, tx: Tx, session: Session): Promise<void> {
  const { run, thread, now } = session;
  const isOnlyAnswer = run.trigger === "message" && run.parentRunId === null && run.startedBy === null;
  if (!isOnlyAnswer || thread?.handledBy !== "ai") return;
  const text = `The workflow that answered here failed. ${run.error ?? ""}`.trim();
  session.thread = await acts.handOver(tx, { thread, text, now });
}

/** Whether the run that began this one is over. */
async function hasLostParent(
  tx: Tx,
  { organizationId, parentRunId: runId }: Pick<WorkflowRunRow, "organizationId" | "parentRunId">,
): Promise<boolean> {
  if (runId === null) return false;
  const parent = await findRunRow(tx, { organizationId, runId });
  return !parent || parent.endedAt !== null;
}

/** Whether a run was given something while its job was ending: that job is over, and another one has to look. */
function hasNews({ run, thread, steps, ready, now }: Session): boolean {
  const isTeams = thread?.handledBy === "human" && run.handedOver === 0;
  if (run.state === "paused") return !isTeams && thread?.handledBy !== "human";
  return ready.length > 0 || steps.some(({ wakeAt }) => wakeAt !== null && wakeAt <= now);
}

/** Opens a run with its conversation, both held; null if it is gone. */
export async function openSession(deps: WorkflowDeps, tx: Tx, key: RunKey): Promise<Session | null> {
  const known = await findRunRow(tx, key);
  if (!known) return null;
  const { organizationId, agentId, threadId } = known;
  const thread =
    threadId !== null && agentId !== null
      ? await lockThread(tx, { organizationId, agentId, threadId }).catch(absent)
      : null;
  const run = await lockRunRow(tx, key);
  if (!run) return null;
  const graph = await findGraph(tx, run);
  if (!graph) {
    await cancelOrphan(deps, tx, run);
    return null;
  }
  const session = new Session({ run, graph, steps: await listOpenSteps(tx, key), now: deps.now() });
  session.thread = thread;
  session.contact = thread && (await findContactRow(tx, thread));
  return session;
}

/** Ends a run that began while its workflow was being deleted. */
async function cancelOrphan(deps: WorkflowDeps, tx: Tx, run: WorkflowRunRow): Promise<void> {
  if (run.endedAt !== null) return;
  const steps = await listOpenSteps(tx, { organizationId: run.organizationId, runId: run.id });
  const graph = { steps: [], edges: [], variables: [] };
  const session = new Session({ run, graph, steps, now: deps.now() });
  session.end("cancelled", "Its workflow was deleted.");
  await writeSession(tx, session);
  await endRun(deps, tx, run);
  await endChildren(deps, tx, { organizationId: run.organizationId, runId: run.id });
}

function absent(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

type Turn = { views: StepView<StepKind>[] };

/** Writes how steps came out, and takes all that only touch the database; gives those that ask others, null at the end. */
async function takeInside(
  deps: WorkflowDeps,
  tx: Tx,
  { key, found }: { key: RunKey; found: readonly Found[] },
): Promise<Turn | null> {
  const session = await openSession(deps, tx, key);
  if (!session || session.isEnded) return null;
  await settlePause(tx, session);
  if (session.run.endsAt <= session.now) session.end("failed", "The run reached its time limit.");
  if (session.run.threadId !== null && !session.thread)
    session.end("cancelled", "Its conversation was deleted.");
  if (await hasLostParent(tx, session.run))
    session.end("cancelled", "The workflow that ran this one has ended.");
  await applyFound(tx, session, found);
  wakeDue(session);
  for (let taken = 0; taken < mostInside && isGoing(session); taken += 1) {
    const row = session.ready.find(({ kind }) => stepTakers[kind].is === "inside");
    if (!row) break;
    await takeOne(deps, { tx, session, row });
  }
  const outside = isGoing(session)
    ? session.ready.filter(({ kind }) => stepTakers[kind].is === "outside").slice(0, mostOutside)
    : [];
  const hasMore = isGoing(session) && session.ready.length > 0;
  if (session.isEnded) await closeRun(deps, tx, session);
  else await writeAll(deps, tx, session);
  if (!session.isEnded && !hasMore) tellSettled(deps, tx, session.run);
  if (!hasMore) return null;
  const views = outside.flatMap((row) => viewOf(deps, session, row) ?? []);
  return { views };
}

/** Writes how steps came out, and goes no further. */
async function keepFound(
  deps: WorkflowDeps,
  tx: Tx,
  { key, found }: { key: RunKey; found: readonly Found[] },
): Promise<void> {
  const session = await openSession(deps, tx, key);
  if (!session || session.isEnded) return;
  await applyFound(tx, session, found);
  if (session.isEnded) await closeRun(deps, tx, session);
  else await writeAll(deps, tx, session);
}

async function applyFound(tx: Tx, session: Session, found: readonly Found[]): Promise<void> {
  for (const { row, finish } of found) {
    const current = session.ready.find(({ id }) => id === row.id);
    if (!current || session.isEnded) continue;
    Object.assign(current, { attempt: row.attempt, input: row.input, inputHash: row.inputHash });
    session.apply(current, await settle(finish, { tx, session }));
  }
}

function isGoing(session: Session): boolean {
  return !session.isEnded && session.run.state !== "paused";
}

/** A person who has the conversation pauses the run, unless it gave it to them itself. */
async function settlePause(tx: Tx, { run, thread }: Session): Promise<void> {
  const isTeams = thread?.handledBy === "human" && run.handedOver === 0;
  if (isTeams) {
    run.state = "paused";
    run.pausedBecause = `Paused by ${await nameOfHolder(tx, thread)}`;
  } else if (run.state === "paused") {
    run.state = "running";
    run.pausedBecause = null;
    if (thread?.handledBy === "ai") run.handedOver = 0;
  }
}

/** Gives steps that waited long enough what they waited for: that it is late. */
function wakeDue(session: Session): void {
  if (!isGoing(session)) return;
  for (const row of session.steps) {
    if (row.state !== "waiting" || row.wakeAt === null || row.wakeAt > session.now) continue;
    const isRetry = row.waitsFor === "retry";
    const given = isRetry ? {} : { given: { isLate: true } };
    Object.assign(row, { state: "running", ...nothingWaited });
    row.work = JSON.stringify({ ...readWork(row), ...given });
    session.changed.add(row);
  }
}

interface Taking {
  tx: Tx;
  session: Session;
  row: WorkflowRunStepRow;
}

/** Takes a step that only touches the database. */
export async function takeOne(deps: WorkflowDeps, { tx, session, row }: Taking): Promise<void> {
  const view = viewOf(deps, session, row);
  if (!view) return session.end("failed", "A step of this run was deleted.");
  row.attempt += 1;
  const taker = stepTakers[row.kind] as InsideStep<StepKind>; // the caller chose those
  const inside = { ...view, tx, session } as InsideView<StepKind>; // with the step of the same kind
  session.apply(row, await settle(async () => taker.take(inside), { tx, session }));
  if (session.run.state === "paused") {
    row.attempt -= 1;
    session.run.pausedBecause = session.thread && `Paused by ${await nameOfHolder(tx, session.thread)}`;
  }
}

async function takeOutside(view: StepView<StepKind>, stopping: AbortSignal): Promise<Found> {
  const { row, step } = view;
  row.attempt += 1;
  const taker = stepTakers[row.kind] as OutsideStep<StepKind>; // the caller chose those
  const late = AbortSignal.timeout(step.timeoutSeconds * 1000);
  try {
    return { row, finish: await taker.take(view, AbortSignal.any([stopping, late])) };
  } catch (error) {
    stopping.throwIfAborted();
    if (late.aborted)
      return {
        row,
        finish: { is: "failed", message: `It took longer than ${step.timeoutSeconds} seconds.` },
      };
    return { row, finish: toFailure(error) };
  }
}

async function settle(finish: Finish, inside: { tx: Tx; session: Session }): Promise<Outcome> {
  if (typeof finish !== "function") return finish;
  try {
    return await finish(inside);
  } catch (error) {
    return toFailure(error);
  }
}

/** What a person can do something about is a failure in words; all else is a fault of ours, and the job is tried again. */
export function toFailure(error: unknown): Outcome {
  if (error instanceof StepProblem) return { is: "failed", message: error.message, isFinal: error.isFinal };
  if (error instanceof ExpressionProblem || error instanceof TextTooLong)
    return { is: "failed", message: error.message, isFinal: true };
  if (error instanceof AppError) return { is: "failed", message: error.message };
  throw error;
}

/** What a step knows when it is taken; null where it is gone. */
export function viewOf(
  deps: WorkflowDeps,
  session: Session,
  row: WorkflowRunStepRow,
): StepView<StepKind> | null {
  const step = session.find(row);
  if (!step) return null;
  const variables = readAll(session, row);
  return {
    ...{ deps, step, row, run: session.run, work: readWork(row), variables, now: session.now },
    fill: (text) => fillTemplate(text, variables),
    read: (text) => readTemplate(text, variables),
  };
}

/** The run's variables, those of the loops that the step is in, and what is known of conversation and visitor. */
function readAll({ variables, run, thread, contact, steps }: Session, row: WorkflowRunStepRow) {
  return { ...variables, ...readItems(), ...readPlace() };

  function readItems(): Record<string, unknown> {
    const scopes = row.scope.split("/").filter((part) => part !== "");
    return Object.assign(
      {},
      ...scopes.map((part) => {
        const [id = "", index = "0"] = part.split(".");
        const loop = steps.find((one) => one.id === id);
        const { items = [], name } = loop ? (readWork(loop) as { items?: unknown[]; name?: string }) : {}; // kept by the session
        return name ? { [name]: items[Number(index)], [`${name}Index`]: Number(index) } : {};
      }),
    ) as Record<string, unknown>;
  }

  function readPlace(): Record<string, unknown> {
    const known = { run: { id: run.id, startedAt: new Date(run.createdAt).toISOString() } };
    if (!thread) return { ...known, conversation: null, contact: null };
    const { id, status, surfaceType: surface, title, handledBy } = thread;
    return {
      ...known,
      conversation: { id, status, surface, title, handledBy },
      contact: contact && {
        ...{ id: contact.id, name: contact.name, email: contact.email, phone: contact.phone },
        verified: contact.verified === 1,
        attributes: JSON.parse(contact.attributes) as unknown,
      },
    };
  }
}
