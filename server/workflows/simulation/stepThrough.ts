import type { BodyOf } from "../../../shared/contract/call.ts";
import type {
  SimulationLine,
  SteppedRun,
  stepThroughWorkflow,
} from "../../../shared/contract/workflows/simulations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { ThreadRow } from "../../conversations/tables.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readGraph, readTrigger } from "../find.ts";
import { viewOf } from "../running/runJob.ts";
import { Session, readWork } from "../running/session.ts";
import type { WorkflowRow, WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";
import { isMeant } from "../triggers/procedures.ts";
import { takesResult } from "./pretend.ts";
import { createPretender, isOver, openPretended } from "./pretendRun.ts";
import { ScriptProblem, describeWait, giveAct, passTime } from "./script.ts";

type Asked = BodyOf<typeof stepThroughWorkflow>["data"];

interface Stepping {
  workflow: WorkflowRow;
  asked: Asked;
  signal: AbortSignal;
}

/** Where a run is, as it is sealed between two calls. */
interface Progress {
  revision: number;
  run: WorkflowRunRow;
  steps: WorkflowRunStepRow[];
  handledBy: ThreadRow["handledBy"];
}

/** Takes a test of the draft on by a step, or to where it waits for somebody or ends. It is in memory alone. */
export async function stepThrough(
  deps: WorkflowDeps,
  { workflow, asked, signal }: Stepping,
): Promise<SteppedRun> {
  const lines: SimulationLine[] = [];
  const taken: WorkflowRunStepRow[] = [];
  if (asked.progress === undefined) return present(begin());

  const session = unseal(asked.progress);
  if (asked.act) give(session, asked.act);
  let { gives = null } = asked;
  const takeStep = createPretender(deps, {
    ...{ session, lines, signal },
    takeResult() {
      const given = gives;
      gives = null;
      return given;
    },
  });
  const takeNext = async () => {
    const [row] = session.ready;
    if (!row || isOver(session)) return false;
    signal.throwIfAborted();
    session.apply(row, await takeStep(row));
    taken.push(row);
    return true;
  };
  if (asked.to === "end") while ((await takeNext()) || (canPass(session) && passTime({ session, lines })));
  // Giving the run what it waits for is a step of its own to look at.
  else if (!asked.act) await takeNext();
  session.settle();
  return present(session);

  function begin(): Session {
    const message = asked.message?.trim() || null;
    const trigger = readTrigger(workflow);
    const isRight =
      trigger.kind !== "message" || message === null || isMeant(trigger, { content: message, isFirst: true });
    if (!isRight)
      throw new AppError("invalid_input", { message: "This message doesn’t start the workflow." });
    if (message !== null) lines.push({ by: "visitor", text: message });
    const begun = openPretended(deps.now(), { workflow, input: asked.input ?? "{}", message });
    begun.settle();
    return begun;
  }

  function unseal(progress: string): Session {
    const { revision, run, steps, handledBy } = read(progress);
    if (revision !== workflow.revision)
      throw new AppError("conflict", { message: "The workflow was saved since. Begin again." });
    const opened = new Session({ run, graph: readGraph(workflow), steps, now: deps.now() });
    opened.thread = { id: run.threadId, status: "open", title: "", handledBy } as ThreadRow; // what steps read of it
    return opened;
  }

  function read(progress: string): Progress {
    try {
      return JSON.parse(deps.seal.unseal(progress, purposeOf(workflow))) as Progress; // sealed below
    } catch {
      throw new AppError("invalid_input", { message: "This test can’t continue. Begin again." });
    }
  }

  function give(into: Session, act: NonNullable<Asked["act"]>): void {
    try {
      const isGiven =
        act.kind === "time"
          ? passTime({ session: into, lines }, { forAll: true })
          : giveAct({ session: into, lines }, act);
      if (isGiven) return;
    } catch (error) {
      if (!(error instanceof ScriptProblem)) throw error;
      throw new AppError("invalid_input", { message: error.message });
    }
    throw new AppError("invalid_input", { message: `Nothing waits for this. ${describeWait(into)}` });
  }

  function present(at: Session): SteppedRun {
    const { run, thread } = at;
    const [ready] = at.isEnded ? [] : at.ready;
    const view = ready && viewOf(deps, at, ready);
    const progress: Progress = {
      ...{ revision: workflow.revision, run, steps: at.steps },
      handledBy: thread?.handledBy ?? "ai",
    };
    return {
      progress: deps.seal.seal(JSON.stringify(progress), purposeOf(workflow)),
      ...{ state: run.state, error: run.error, result: run.result },
      variables: JSON.stringify(view?.variables ?? at.variables),
      taken: taken.map(({ stepId, kind, name, input, output, outlet, error }) => ({
        ...{ stepId, kind, name, input, output, outlet, error },
      })),
      lines,
      next: ready
        ? { stepId: ready.stepId, kind: ready.kind, name: ready.name, mayGive: takesResult(ready.kind) }
        : null,
      waits: ready || isOver(at) ? null : findWait(at),
    };
  }
}

/** Time passes by itself only where nobody could do something. */
function canPass(session: Session): boolean {
  return !isOver(session) && findWait(session)?.for === "time";
}

/** What a run waits for that can take no step: people before time. */
export function findWait(session: Session): SteppedRun["waits"] {
  const waiting = session.steps
    .filter(({ state }) => state === "waiting")
    .map((row) => ({ row, is: waitOf(row) }));
  const found = waiting.find(({ is }) => is !== "time") ?? waiting[0];
  if (!found) return null;
  const { stepId, name } = found.row;
  const step = session.find(found.row);
  const fields = step?.kind === "form" ? step.config.fields : [];
  return {
    for: found.is,
    stepId,
    name,
    fields: fields.map((field) => ({ ...field, options: [...field.options] })),
  };
}

function waitOf(row: WorkflowRunStepRow): "visitor" | "form" | "team" | "time" {
  switch (row.waitsFor) {
    case "answer":
      return "visitor";
    case "form":
      return "form";
    case "approval":
      return "team";
    case "event":
      return readWork(row)["event"] === "message.received" ? "visitor" : "time";
    default:
      return "time";
  }
}

function purposeOf({ organizationId, id }: WorkflowRow): string {
  return `workflow-steps:${organizationId}:${id}`;
}
