import { pollAgentActivity } from "../../../shared/contract/accounts/accounts.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { agentStatusPollMs } from "../../../shared/domain/limits.ts";
import { takeActivity } from "./activity.ts";
import { client } from "../platform/client.ts";
import { clearPollState, notePoll, readLastPoll } from "../platform/pollState.ts";

/**
 * Tells the server every 120 seconds that the agent is still there, hidden tabs too; gives the way to stop. When it was
 * told last is in session storage: a page that is reloaded continues where the one before it was.
 */
export function startPolling(orgId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function schedule(): void {
    const now = Date.now();
    const dueAt = (readLastPoll(orgId) ?? now - agentStatusPollMs) + agentStatusPollMs;
    // Never later than one period from now, whatever the clock was set to in between.
    timer = setTimeout(poll, Math.min(Math.max(0, dueAt - now), agentStatusPollMs));
  }

  async function poll(): Promise<void> {
    notePoll(orgId);
    schedule();
    try {
      const { data } = await client.call(pollAgentActivity, { params: { orgId } });
      if (!isStopped) takeActivity(data.status);
    } catch (thrown) {
      console.warn(toRequestError(thrown).message);
    }
  }

  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearPollState();
  };
}
