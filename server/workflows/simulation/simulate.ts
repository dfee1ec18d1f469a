import type { Customer, Simulation, Turn } from "../../../shared/domain/workflows/simulations.ts";
import { beginsWithMessage } from "../../../shared/domain/workflows/triggers.ts";
import type { SimulationLine, SimulationResult } from "../../../shared/contract/workflows/simulations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../../agents/find.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readTrigger } from "../find.ts";
import type { Session } from "../running/session.ts";
import type { WorkflowRow } from "../tables.ts";
import { createPretender, isOver, isStart, openPretended, otherStart } from "./pretendRun.ts";
import { openCustomer } from "./customer.ts";
import type { PlayedCustomer } from "./customer.ts";
import { ScriptProblem, giveAct, passTime } from "./script.ts";
import type { Act } from "./script.ts";
import { describeWait, findWait } from "./waits.ts";

interface Simulating {
  workflow: WorkflowRow;
  simulation: Simulation;
  signal: AbortSignal;
}

/** Runs a workflow's draft in memory with a customer: a script, or a model. Nothing is sent, changed or kept. */
export function simulate(deps: WorkflowDeps, given: Simulating): Promise<SimulationResult> {
  const { customer } = given.simulation;
  return customer ? simulateCustomer(deps, { ...given, customer }) : simulateScript(deps, given);
}

async function simulateScript(
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

  if (message !== null && !isStart(trigger, message)) return end(first, otherStart);
  let at = 0;
  try {
    await play.goOn();
    for (const turn of turns) {
      if (turn !== opening && !(await play.take(turn))) return end(at, explain(turn, play.session));
      at += 1;
    }
  } catch (error) {
    if (error instanceof ScriptProblem) return end(at, error.message);
    if (signal.aborted) return end(at, tooSlow);
    throw error;
  }
  const { state, error } = play.session.run;
  return end(null, state === "failed" ? error : null);
}

/** The model writes until its customer leaves, the run ends or it wrote often enough; then what was expected is looked for. */
async function simulateCustomer(
  deps: WorkflowDeps,
  { workflow, simulation, signal, customer }: Simulating & { customer: Customer },
): Promise<SimulationResult> {
  const { id, turns } = simulation;
  const lines: SimulationLine[] = [];
  const { organizationId, agentId } = workflow;
  const agent =
    agentId === null
      ? null
      : await findAnsweringAgent(deps.store.db, { organizationId, agentId }, { preview: true });
  const played = agent && (await openCustomer(deps, { agent, customer, signal }));
  if (!played) return { id, passed: false, turn: null, problem: noModel, state: "running", lines };
  const fail = (problem: string, state: SimulationResult["state"], turn: number | null = null) => ({
    ...{ id, passed: false, turn, problem, state, lines, credits: played.credits },
  });
  try {
    const trigger = readTrigger(workflow);
    const message = beginsWithMessage(trigger) ? await played.write(lines) : null;
    if (message === null && beginsWithMessage(trigger)) return fail("The customer wrote nothing.", "running");
    const play = createPlay(deps, { workflow, simulation, lines, message, signal });
    const { session } = play;
    if (message !== null && !isStart(trigger, message)) return fail(otherStart, session.run.state, null);
    await play.goOn();
    const problem = await talk(play, { played, customer, turns, lines, sent: message === null ? 0 : 1 });
    const missed = turns.findIndex((turn) => !play.hasComeTrue(turn));
    const turn = turns[missed];
    if (turn) return fail(explain(turn, session), session.run.state, missed);
    const why = problem ?? (session.run.state === "failed" ? session.run.error : null);
    if (why !== null) return fail(why, session.run.state);
    return {
      ...{ id, passed: true, turn: null, problem: null, state: session.run.state, lines },
      credits: played.credits,
    };
  } catch (error) {
    if (signal.aborted) return fail(tooSlow, "running");
    if (error instanceof AppError && error.code === "model_failed") return fail(error.message, "running");
    throw error;
  }
}

interface Talking {
  played: PlayedCustomer;
  customer: Customer;
  turns: readonly Turn[];
  lines: SimulationLine[];
  /** Messages and forms so far. */
  sent: number;
}

/** Plays until nothing more happens; gives what kept it from its end, in words. */
async function talk(play: Play, { played, customer, turns, lines, sent }: Talking): Promise<string | null> {
  const decisions = turns.filter((turn) => turn.kind === "team");
  let count = sent;
  for (;;) {
    const wait = isOver(play.session) ? null : findWait(play.session);
    if (!wait) return null;
    if (wait.for === "time") {
      await play.pass();
      continue;
    }
    if (wait.for === "team") {
      const decision = decisions.shift();
      if (!decision) return `“${wait.name}” waits for a member. Add a decision to the script.`;
      await play.act(decision);
      continue;
    }
    if (count >= customer.mostTurns)
      return `The customer wrote ${count} times, and the run still waits at “${wait.name}”.`;
    count += 1;
    if (wait.for === "visitor") {
      const text = await played.write(lines);
      if (text === null) return null;
      await play.act({ kind: "visitor", text });
    } else {
      const fields = wait.fields.filter(({ type }) => type !== "file");
      const values = await played.fillIn(lines, fields);
      if (values === null) return null;
      await play.act({ kind: "form", values }).catch((error: unknown) => {
        // People see what a form doesn't take, and try again.
        if (!(error instanceof ScriptProblem)) throw error;
        lines.push({ by: "event", text: error.message });
      });
    }
  }
}

const tooSlow = "The simulation took too long.";
const noModel =
  "The agent has no model that can play a customer. Choose one with a key in Configuration, or script the customer.";

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
  /** Gives the run what somebody does, and goes on. */
  act(turn: Act): Promise<void>;
  /** Lets time pass for one step, and goes on. */
  pass(): Promise<void>;
  /** Whether what a turn expects was so at any time. */
  hasComeTrue(turn: Turn): boolean;
}

function createPlay(
  deps: WorkflowDeps,
  given: Simulating & { lines: SimulationLine[]; message: string | null },
): Play {
  const { workflow, simulation, lines, message, signal } = given;
  const session = openPretended(deps.now(), { workflow, input: simulation.input, message });
  const results = simulation.turns.filter((turn) => turn.kind === "result");
  const reached = new Set<string>();
  /** The lines before this one were read by the time of the last turn. */
  let read = 0;
  if (message !== null) {
    lines.push({ by: "visitor", text: message });
    read = lines.length;
  }

  const takeStep = createPretender(deps, {
    ...{ session, lines, signal },
    takeResult(stepId) {
      const at = results.findIndex((one) => one.stepId === stepId);
      return (at >= 0 && results.splice(at, 1)[0]) || null;
    },
  });

  async function goOn(): Promise<void> {
    for (let row = await takeStep(); row; row = await takeStep()) reached.add(row.stepId);
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
    async act(turn) {
      giveAct({ session, lines }, turn);
      await goOn();
    },
    async pass() {
      passTime({ session, lines });
      await goOn();
    },
    hasComeTrue(turn) {
      if (turn.kind === "reaches") return reached.has(turn.stepId);
      if (turn.kind !== "says") return true;
      return lines.some(({ by, text }) => by === "workflow" && includes(text, turn.text));
    },
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
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}
