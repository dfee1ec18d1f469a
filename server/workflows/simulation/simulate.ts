import type { Graph } from "../../../shared/domain/workflows/graph.ts";
import type { StepKind } from "../../../shared/domain/workflows/steps.ts";
import type { Simulation, Turn } from "../../../shared/domain/workflows/simulations.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { runEndsAfterMs } from "../../../shared/domain/workflows/limits.ts";
import type { SimulationLine, SimulationResult } from "../../../shared/contract/workflows/simulations.ts";
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
import { ScriptProblem, describeWait, giveAct, passTime } from "./script.ts";

interface Simulating {
  workflow: WorkflowRow;
  simulation: Simulation;
  signal: AbortSignal;
}

/** Runs a workflow's draft in memory with a customer who follows a script. Nothing is sent, changed or kept. */
export async function simulate(
  deps: WorkflowDeps,
  { workflow, simulation, signal }: Simulating,
): Promise<SimulationResult> {
  const lines: SimulationLine[] = [];
  const { turns } = simulation;
  const trigger = readTrigger(workflow);
  const first = turns.findIndex(({ kind }) => kind === "visitor");
  const opening = beginsWithMessage(trigger) ? turns[first] : undefined;
  const message = opening?.kind === "visitor" ? opening.text : null;
  const play = createPlay(deps, { workflow, simulation, lines, message, signal });
  const end = (turn: number | null, problem: string | null): SimulationResult => {
    const { state } = play.session.run;
    return { id: simulation.id, passed: problem === null, turn, problem, state, lines };
  };

  if (
    message !== null &&
    trigger.kind === "message" &&
    !isMeant(trigger, { content: message, isFirst: true })
  )
    return end(first, "This message doesn’t start the workflow.");
  let at = 0;
  try {
    await play.goOn();
    for (const turn of turns) {
      if (turn !== opening && !(await play.take(turn))) return end(at, explain(turn, play.session));
      at += 1;
    }
  } catch (error) {
    if (error instanceof ScriptProblem) return end(at, error.message);
    if (signal.aborted) return end(at, "The simulation took too long.");
    throw error;
  }
  const { state, error } = play.session.run;
  return end(null, state === "failed" ? error : null);
}

function beginsWithMessage(trigger: Trigger): boolean {
  if (trigger.kind === "event") return trigger.event === "message.received";
  return trigger.kind === "message" || trigger.kind === "skill";
}

function explain(turn: Turn, session: Session): string {
  const wait = describeWait(session);
  switch (turn.kind) {
    case "says":
      return `The workflow didn’t say this. ${wait}`;
    case "reaches":
      return `The run didn’t reach this step. ${wait}`;
    default:
      return `Nothing waits for this. ${wait}`;
  }
}

interface Play {
  session: Session;
  /** Takes all steps that can be taken. */
  goOn(): Promise<void>;
  /** Plays a turn; false where it does not come true. */
  take(turn: Turn): Promise<boolean>;
}

function createPlay(
  deps: WorkflowDeps,
  given: Simulating & { lines: SimulationLine[]; message: string | null },
): Play {
  const { workflow, simulation, lines, message, signal } = given;
  const session = openSession(deps.now(), given);
  const pretending = pretendDeps(deps, lines);
  const results = simulation.turns.filter((turn) => turn.kind === "result");
  const reached = new Set<string>();
  /** The lines before this one were read by the time of the last turn. */
  let read = 0;
  if (message !== null) {
    lines.push({ by: "visitor", text: message });
    read = lines.length;
  }
  session.begin();

  async function takeStep(row: WorkflowRunStepRow): Promise<Outcome> {
    row.attempt += 1;
    const view = viewOf(pretending, session, row);
    if (!view) return { is: "failed", message: "A step of this run was deleted.", isFinal: true };
    const at = results.findIndex(({ stepId }) => stepId === row.stepId);
    const [result = null] = at >= 0 && takesResult(row.kind) ? results.splice(at, 1) : [];
    const says = pretended[row.kind];
    if (says) lines.push({ by: "event", text: says(view) });
    if (says || result) return giveResult(view, result);
    return takeReal({ view, session, signal });
  }

  async function goOn(): Promise<void> {
    for (let row = session.ready[0]; row && !isOver(session); row = session.ready[0]) {
      signal.throwIfAborted();
      reached.add(row.stepId);
      session.apply(row, await takeStep(row).catch(toFailure));
    }
    session.settle();
  }

  /** Lets time pass until it comes true, as far as a run waits for time alone. */
  async function until(comesTrue: () => boolean): Promise<boolean> {
    for (;;) {
      if (comesTrue()) return true;
      if (isOver(session) || !passTime({ session, lines })) return false;
      await goOn();
    }
  }

  return {
    session,
    goOn,
    async take(turn) {
      switch (turn.kind) {
        case "result":
          return true;
        case "says":
          return until(() => {
            const found = lines.findIndex(
              ({ by, text }, at) => at >= read && by === "workflow" && includes(text, turn.text),
            );
            if (found >= 0) read = found + 1;
            return found >= 0;
          });
        case "reaches":
          return until(() => reached.has(turn.stepId));
        default: {
          const isGiven = await until(() => {
            const before = lines.length;
            if (!giveAct({ session, lines }, turn)) return false;
            read = before;
            return true;
          });
          if (isGiven) await goOn();
          return isGiven;
        }
      }
    },
  };

  function openSession(now: number, { workflow: row }: Simulating): Session {
    const graph: Graph = readGraph(row);
    const session = new Session({
      run: makeRun(now, { workflow, simulation, message }),
      graph,
      steps: [],
      now,
    });
    session.thread = { id: session.run.threadId, status: "open", title: "", handledBy: "ai" } as ThreadRow; // what steps read of it
    return session;
  }
}

function isOver({ isEnded, run }: Session): boolean {
  return isEnded || run.state === "paused";
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
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

function makeRun(
  now: number,
  {
    workflow,
    simulation,
    message,
  }: { workflow: WorkflowRow; simulation: Simulation; message: string | null },
): WorkflowRunRow {
  const { organizationId, id: workflowId, agentId } = workflow;
  const graph = readGraph(workflow);
  const { kind } = readTrigger(workflow);
  const input = JSON.parse(simulation.input) as Record<string, unknown>; // checked by the contract
  const about = {
    ...(message !== null && { message: { id: newId(now), text: message } }),
    ...(kind === "webhook" && { trigger: { body: input, query: {} } }),
  };
  return {
    ...{ organizationId, id: newId(now), workflowId, agentId, version: null, graph: null, trigger: kind },
    ...{ state: "running", pausedBecause: null, error: null, threadId: newId(now), contactId: null },
    ...{ handedOver: 0, startedBy: null, startedByName: null, retryOf: null, parentRunId: null },
    ...{ parentToken: null, depth: 0, clientId: null, input: simulation.input },
    variables: JSON.stringify(firstVariables({ graph, input, trigger: kind, about })),
    ...{ result: null, steps: 0, wakeAt: null, endsAt: now + runEndsAfterMs, createdAt: now, endedAt: null },
  };
}
