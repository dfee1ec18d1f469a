import type { StepKind } from "../../../shared/domain/workflows/steps.ts";
import { runEndsAfterMs } from "../../../shared/domain/workflows/limits.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import type { SimulationLine } from "../../../shared/contract/workflows/simulations.ts";
import type { ThreadRow } from "../../conversations/tables.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readGraph, readTrigger } from "../find.ts";
import { toFailure, viewOf } from "../running/runJob.ts";
import { Session } from "../running/session.ts";
import type { Outcome } from "../running/session.ts";
import { firstVariables } from "../running/start.ts";
import type { InsideStep, InsideView, OutsideStep, StepView } from "../steps/context.ts";
import { stepTakers } from "../steps/steps.ts";
import type { WorkflowRow, WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";
import { isMeant } from "../triggers/procedures.ts";
import { giveResult, pretended, pretendDeps, takesResult } from "./pretend.ts";

export interface Pretended {
  workflow: WorkflowRow;
  /** JSON of an object. */
  input: string;
  /** What the visitor begins it with; null where it begins without. */
  message: string | null;
}

/** Opens a run of the draft that is in memory alone, at its first step. */
export function openPretended(now: number, about: Pretended): Session {
  const run = makeRun(now, about);
  const session = reopenPretended(now, { workflow: about.workflow, run, steps: [], handledBy: "ai" });
  session.begin();
  return session;
}

interface Reopened extends Pick<ThreadRow, "handledBy"> {
  workflow: WorkflowRow;
  run: WorkflowRunRow;
  steps: WorkflowRunStepRow[];
}

/** Opens such a run where it was left. */
export function reopenPretended(now: number, { workflow, run, steps, handledBy }: Reopened): Session {
  const session = new Session({ run, graph: readGraph(workflow), steps, now });
  session.thread = { id: run.threadId, status: "open", title: "", handledBy } as ThreadRow; // what steps read of it
  return session;
}

/** Whether a visitor's first message starts the workflow. */
export function isStart(trigger: Trigger, message: string): boolean {
  return trigger.kind !== "message" || isMeant(trigger, { content: message, isFirst: true });
}

/** What is said of a message that doesn't. */
export const otherStart = "This message doesn’t start the workflow.";

interface Pretending {
  session: Session;
  lines: SimulationLine[];
  signal: AbortSignal;
  /** What somebody says a step gives; null where nobody does. */
  takeResult(stepId: string): { value: string; fails: boolean } | null;
}

/**
 * Makes what takes the next step of such a run and gives it; null where none can be taken. Nothing is sent, changed or
 * kept.
 */
export function createPretender(
  deps: WorkflowDeps,
  { session, lines, signal, takeResult }: Pretending,
): () => Promise<WorkflowRunStepRow | null> {
  const pretending = pretendDeps(deps, lines);
  async function take(row: WorkflowRunStepRow): Promise<Outcome> {
    row.attempt += 1;
    const view = viewOf(pretending, session, row);
    if (!view) return { is: "failed", message: "A step of this run was deleted.", isFinal: true };
    const result = takesResult(row.kind) ? takeResult(row.stepId) : null;
    const says = pretended[row.kind];
    if (says) lines.push({ by: "event", text: says(view) });
    if (says || result) return giveResult(view, result);
    return takeReal({ view, session, signal });
  }
  return async () => {
    const [row] = session.ready;
    if (!row || isOver(session)) return null;
    signal.throwIfAborted();
    session.apply(row, await take(row).catch(toFailure));
    return row;
  };
}

/** Whether nothing more happens in a run by itself. */
export function isOver({ isEnded, run }: Session): boolean {
  return isEnded || run.state === "paused";
}

function takeReal({
  view,
  session,
  signal,
}: {
  view: StepView<StepKind>;
  session: Session;
  signal: AbortSignal;
}) {
  const taker = stepTakers[view.row.kind];
  if (taker.is === "inside") {
    const inside = { ...view, session, tx: noTransaction } as InsideView<StepKind>; // with the step of the same kind
    return Promise.resolve((taker as InsideStep<StepKind>).take(inside));
  }
  return (taker as OutsideStep<StepKind>).take(view, signal).then(onlyOutcome);
}

/** Steps that write in a transaction are pretended. */
const noTransaction = null as unknown as Tx;

function onlyOutcome(finish: Awaited<ReturnType<OutsideStep<StepKind>["take"]>>): Outcome {
  if (typeof finish === "function") throw new Error("A step that writes what it found is pretended.");
  return finish;
}

function makeRun(now: number, { workflow, input: given, message }: Pretended): WorkflowRunRow {
  const { organizationId, id: workflowId, agentId } = workflow;
  const graph = readGraph(workflow);
  const { kind } = readTrigger(workflow);
  const input = JSON.parse(given) as Record<string, unknown>; // checked by the contract
  const about = {
    ...(message !== null && { message: { id: newId(now), text: message } }),
    ...(kind === "webhook" && { trigger: { body: input, query: {} } }),
  };
  return {
    ...{ organizationId, id: newId(now), workflowId, agentId, version: null, graph: null, trigger: kind },
    ...{ state: "running", pausedBecause: null, error: null, threadId: newId(now), contactId: null },
    ...{ handedOver: 0, startedBy: null, startedByName: null, retryOf: null, parentRunId: null },
    ...{ parentToken: null, depth: 0, clientId: null, input: given },
    variables: JSON.stringify(firstVariables({ graph, input, trigger: kind, about })),
    ...{ result: null, steps: 0, wakeAt: null, endsAt: now + runEndsAfterMs, createdAt: now, endedAt: null },
  };
}
