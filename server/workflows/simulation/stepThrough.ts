import type { BodyOf } from "../../../shared/contract/call.ts";
import type {
  SimulationLine,
  SteppedRun,
  stepThroughWorkflow,
} from "../../../shared/contract/workflows/simulations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { ThreadRow } from "../../conversations/tables.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readTrigger } from "../find.ts";
import { viewOf } from "../running/runJob.ts";
import type { Session } from "../running/session.ts";
import type { WorkflowRow, WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";
import { takesResult } from "./pretend.ts";
import {
  createPretender,
  isOver,
  isStart,
  openPretended,
  otherStart,
  reopenPretended,
} from "./pretendRun.ts";
import { ScriptProblem, giveAct, passTime } from "./script.ts";
import { describeWait, findWait } from "./waits.ts";

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
    const row = await takeStep();
    if (row) taken.push(row);
    return row !== null;
  };
  if (asked.to === "end") while ((await takeNext()) || (canPass(session) && passTime({ session, lines })));
  // Giving the run what it waits for is a step of its own to look at.
  else if (!asked.act) await takeNext();
  session.settle();
  return present(session);

  function begin(): Session {
    const message = asked.message?.trim() || null;
    const trigger = readTrigger(workflow);
    if (message !== null && !isStart(trigger, message))
      throw new AppError("invalid_input", { message: otherStart });
    if (message !== null) lines.push({ by: "visitor", text: message });
    const begun = openPretended(deps.now(), { workflow, input: asked.input ?? "{}", message });
    begun.settle();
    return begun;
  }

  function unseal(progress: string): Session {
    const { revision, run, steps, handledBy } = read(progress);
    if (revision !== workflow.revision)
      throw new AppError("conflict", { message: "The workflow was saved since. Begin again." });
    return reopenPretended(deps.now(), { workflow, run, steps, handledBy });
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

function purposeOf({ organizationId, id }: WorkflowRow): string {
  return `workflow-steps:${organizationId}:${id}`;
}
