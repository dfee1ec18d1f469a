import { getQuiet } from "../../../shared/contract/notifications/quiet.ts";
import type { Quiet } from "../../../shared/contract/notifications/quiet.ts";
import { client } from "../../state/platform/client.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** Of one piece of news both the bell and the sound ask. */
const freshMs = 5000;

let asked = new Map<string, { at: number; answer: Promise<Quiet | null> }>();

/**
 * Gives when the user wants to hear nothing of an agent that is not open, and of which of its conversations: where it can't be
 * asked for, as it was last, and null where that was never known.
 */
export function readQuietOf({ orgId, agentId }: AgentPlace): Promise<Quiet | null> {
  const [now, last] = [Date.now(), asked.get(agentId)];
  if (last && now - last.at <= freshMs) return last.answer;
  const answer = client.call(getQuiet, { params: { orgId, productId: agentId } }).then(
    ({ data }) => data,
    () => last?.answer ?? null,
  );
  asked.set(agentId, { at: now, answer });
  return answer;
}

/** Forgets what was known: the organization is left. */
export function forgetQuiets(): void {
  asked = new Map();
}
