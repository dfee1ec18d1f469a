import { proxy } from "valtio";
import { getQuiet, muteThread, unmuteThread } from "../../../shared/contract/notifications/quiet.ts";
import type { Quiet } from "../../../shared/contract/notifications/quiet.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** What of an agent's conversations the user wants to hear nothing of, as the server last said. */
export const quiet = proxy<Quiet>({ quietHours: null, mutedIds: [] });

/** The user may have chosen otherwise in another window, or on another device: what was read longer ago is read again. */
const freshMs = 5000;

let changes = 0;
let isKnown = false;
let newest: { of: string; at: number; read: Promise<void> } | null = null;

/**
 * Gives it, read where that was not done just now: where it can't be read, as it was last, and null where that was never
 * known.
 */
export async function readQuiet({ orgId, agentId }: AgentPlace): Promise<Readonly<Quiet> | null> {
  const now = Date.now();
  if (newest?.of !== agentId || now - newest.at > freshMs)
    newest = { of: agentId, at: now, read: read({ orgId, agentId }) };
  await newest.read;
  return isKnown ? quiet : null;
}

/** Mutes a conversation for the user, or has them hear of it again. */
export async function setMuted(
  { orgId, agentId, threadId }: AgentPlace & { threadId: string },
  isMuted: boolean,
): Promise<void> {
  const params = { orgId, productId: agentId, threadId };
  await client.call(isMuted ? muteThread : unmuteThread, { params });
  changes += 1;
  const others = quiet.mutedIds.filter((id) => id !== threadId);
  quiet.mutedIds = isMuted ? [...others, threadId] : others;
}

/** Forgets what was read, and what is on its way: the next agent's conversations are others. */
export function closeQuiet(): void {
  newest = null;
  changes += 1;
  isKnown = false;
  Object.assign(quiet, { quietHours: null, mutedIds: [] });
}

async function read({ orgId, agentId }: AgentPlace): Promise<void> {
  const before = changes;
  try {
    const { data } = await client.call(getQuiet, { params: { orgId, productId: agentId } });
    if (changes === before) {
      isKnown = true;
      Object.assign(quiet, data);
    }
    // What was muted meanwhile is not in it; of an agent that was left, nobody asks.
    else if (newest?.of === agentId) await read({ orgId, agentId });
  } catch {
    newest = null;
  }
}
