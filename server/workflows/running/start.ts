import {
  maxOpenRuns,
  maxOpenRunsOfThread,
  maxStateBytes,
  maxWorkflowDepth,
  runEndsAfterMs,
} from "../../../shared/domain/workflows/limits.ts";
import type { Graph } from "../../../shared/domain/workflows/graph.ts";
import type { TriggerKind } from "../../../shared/domain/workflows/triggers.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import { runJob } from "../deps.ts";
import type { StartDeps, WorkflowDeps } from "../deps.ts";
import type { WorkflowRow, WorkflowRunRow } from "../tables.ts";
import { Session, measure } from "./session.ts";
import { openStates, writeSession } from "./store.ts";

export interface Start {
  workflow: Pick<WorkflowRow, "organizationId" | "id" | "agentId">;
  /** Null runs the given steps as a test. */
  version: number | null;
  graph: Graph;
  trigger: TriggerKind;
  /** Values of the inputs, by name. */
  input: Record<string, unknown>;
  /** What began it, as `{{trigger}}` and `{{message}}` read it. */
  about?: Record<string, unknown>;
  thread?: { id: string; contactId: string | null } | null;
  by?: { userId: string; name: string } | null;
  clientId?: string | null;
  parent?: { runId: string; token: string; depth: number } | null;
  /** A step of an earlier run, with the variables as they were. */
  retry?: { runId: string; stepId: string; variables: Record<string, unknown> };
}

/** Starts a run: it is stored with its first step and a job before anybody hears of it. The same client ID starts it once. */
export async function startRun(deps: OpenDeps, tx: Tx, start: Start): Promise<WorkflowRunRow> {
  const opened = await openRun(deps, tx, start);
  if ("repeated" in opened) return opened.repeated;
  const { session } = opened;
  await writeSession(tx, session, { isNew: true });
  await queueRun(deps, tx, session.run);
  return session.run;
}

type OpenDeps = Pick<StartDeps, "jobs" | "now">;

/** Opens a run at its first step, still to be stored; gives the one that the same client ID started. */
export async function openRun(
  { now }: Pick<StartDeps, "now">,
  tx: Tx,
  start: Start,
): Promise<{ session: Session } | { repeated: WorkflowRunRow }> {
  const { workflow, version, graph, thread = null, by = null, clientId = null, parent = null, retry } = start;
  const { organizationId, id: workflowId, agentId } = workflow;
  const repeated =
    clientId === null ? undefined : await findRepeated(tx, { organizationId, workflowId, clientId });
  if (repeated) return { repeated };
  if (parent && parent.depth + 1 > maxWorkflowDepth)
    throw new AppError("invalid_input", {
      message: `Workflows can run each other at most ${maxWorkflowDepth} levels deep.`,
    });
  await refuseTooMany(tx, organizationId);
  if (thread && !parent) await refuseManyInThread(tx, organizationId, thread.id);
  const variables = retry?.variables ?? firstVariables(start);
  if (measure(variables, maxStateBytes) > maxStateBytes)
    throw new AppError("invalid_input", {
      message: `The inputs are larger than ${maxStateBytes / 1000} kB. Send less.`,
    });
  const at = now();
  const run: WorkflowRunRow = {
    ...{ organizationId, id: newId(at), workflowId, agentId, version },
    graph: version === null ? JSON.stringify(graph) : null,
    ...{ trigger: start.trigger, state: "running", pausedBecause: null, error: null },
    ...{ threadId: thread?.id ?? null, contactId: thread?.contactId ?? null, handedOver: 0 },
    ...{ startedBy: by?.userId ?? null, startedByName: by?.name ?? null, retryOf: retry?.runId ?? null },
    ...{ parentRunId: parent?.runId ?? null, parentToken: parent?.token ?? null },
    ...{ depth: parent ? parent.depth + 1 : 0, clientId, input: JSON.stringify(start.input) },
    variables: JSON.stringify(variables),
    ...{ result: null, steps: 0, wakeAt: null, endsAt: at + runEndsAfterMs, createdAt: at, endedAt: null },
  };
  const session = new Session({ run, graph, steps: [], now: at });
  session.begin(retry?.stepId);
  return { session };
}

/** Has a stored run taken on by whichever process. */
export async function queueRun(
  { jobs }: Pick<StartDeps, "jobs">,
  tx: Tx,
  { organizationId, id: key }: Pick<WorkflowRunRow, "organizationId" | "id">,
): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind: runJob, key, payload: {} });
}

/** The variables with which a run begins. */
export function firstVariables({
  graph,
  input,
  trigger,
  about,
}: Pick<Start, "graph" | "input" | "trigger" | "about">): Record<string, unknown> {
  const given = graph.variables.map(({ name, value, isInput }): [string, unknown] => {
    const first: unknown = value === null ? null : JSON.parse(value); // checked by the contract
    return [name, isInput && Object.hasOwn(input, name) ? input[name] : first];
  });
  return {
    ...Object.fromEntries(given),
    message: null,
    ...about,
    trigger: { kind: trigger, ...readTrigger(about) },
  };
}

function readTrigger(about: Record<string, unknown> = {}): object {
  const { trigger } = about;
  return typeof trigger === "object" && trigger !== null ? trigger : {};
}

/** Looks for the run that the same request started; one request after the other, so that none starts it beside another. */
async function findRepeated(
  tx: Tx,
  { organizationId, workflowId, clientId }: Record<"organizationId" | "workflowId" | "clientId", string>,
): Promise<WorkflowRunRow | undefined> {
  await tx
    .selectFrom("workflows")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId)
    .forUpdate()
    .executeTakeFirst();
  return tx
    .selectFrom("workflowRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("workflowId", "=", workflowId)
    .where("clientId", "=", clientId)
    .executeTakeFirst();
}

/** Refuses where an organization has as many runs open as it may. */
async function refuseTooMany(db: Db, organizationId: string): Promise<void> {
  const open = db
    .selectFrom("workflowRuns")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("state", "in", openStates)
    .limit(maxOpenRuns);
  const { count } = await db
    .selectFrom(open.as("run"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) < maxOpenRuns) return;
  throw new AppError("too_many", {
    message: `The limit of ${maxOpenRuns.toLocaleString("en-US")} open runs is reached. Cancel some or wait.`,
  });
}

async function refuseManyInThread(db: Db, organizationId: string, threadId: string): Promise<void> {
  const { open } = await db
    .selectFrom("workflowRuns")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("organizationId", "=", organizationId)
    .where("state", "in", openStates)
    .where("threadId", "=", threadId)
    .executeTakeFirstOrThrow();
  if (Number(open) < maxOpenRunsOfThread) return;
  throw new AppError("conflict", {
    message: `This conversation has reached the limit of ${maxOpenRunsOfThread} open runs. Cancel one first.`,
  });
}

/**
 * Makes what gives null for a run that can't begin because too many are open, or because its variables are too large,
 * which is reported. What started it has nobody to tell, and starts others.
 */
export function leaveOut(
  { report }: Pick<WorkflowDeps, "report">,
  { id }: Pick<WorkflowRow, "id">,
): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "conflict" || error.code === "too_many") return null;
    if (error.code !== "invalid_input") throw error;
    report(new Error(`Workflow ${id} did not start. ${error.message}`, { cause: error }));
    return null;
  };
}
