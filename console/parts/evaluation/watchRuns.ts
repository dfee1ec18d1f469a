import type { EvaluationRun } from "../../../shared/contract/evaluation/evaluation.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { agents } from "../../state/agents/agents.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { isGoing, readRun } from "../../state/evaluation/evaluation.ts";
import { note } from "../../state/notifications/notices.ts";
import { organization } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { keepWatchedRuns, readWatchedRuns, type WatchedRun } from "../../state/evaluation/watchedRuns.ts";
import { runLink } from "./links.ts";
import { describeCounts } from "./verdictWords.ts";

const askEveryMs = 3000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells the bell when this run has ended, whatever page is open by then; a reload does not stop the waiting. */
export function watchRun({ orgId, agentId }: AgentPlace, run: EvaluationRun): void {
  keepWatchedRuns([...readWatchedRuns(), { orgId, agentId, runId: run.id }]);
  askLater();
}

/** Continues waiting for what was begun before the tab was reloaded. */
export function watchRuns(): void {
  void askAll();
}

function askLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void askAll(), askEveryMs);
}

async function askAll(): Promise<void> {
  const userId = authentication.user?._id;
  // What runs in another organization is asked for when that one is open again.
  const open = readWatchedRuns().filter(({ orgId }) => orgId === organization._id);
  if (!document.hidden) await Promise.all(open.map(ask));
  if (userId && userId === authentication.user?._id && readWatchedRuns().length > 0) askLater();
}

async function ask(watched: WatchedRun): Promise<void> {
  try {
    const run = await readRun(watched, watched.runId);
    if (isGoing(run)) return;
    tell(watched, run);
  } catch (thrown) {
    const { code } = toRequestError(thrown);
    // Without a connection it is asked again; a run that is gone, or no longer accessible to this user, is not.
    if (code !== "not_found" && code !== "forbidden") return;
  }
  keepWatchedRuns(readWatchedRuns().filter(({ runId }) => runId !== watched.runId));
}

function tell(place: WatchedRun, run: EvaluationRun): void {
  // The member who canceled it knows.
  if (run.state === "cancelled") return;
  const name = agents.items.find(({ id }) => id === place.agentId)?.name ?? "an agent";
  const what = run.kind === "tests" ? "tests" : "replay";
  const hasBroken = run.state === "failed";
  const isBad = hasBroken || run.counts.failed + run.counts.worse > 0;
  note({
    text: `The ${what} of ${name} ${hasBroken ? "was interrupted" : "finished"}: ${describeCounts(run)}.`,
    tone: isBad ? "danger" : "success",
    path: runLink(place, run.id),
  });
}
