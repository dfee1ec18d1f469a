import type { Keep } from "./keep.ts";

/** What is kept of a session: the public id, the key that signs, the agent, and the verified person whose it is. */
export interface Session {
  id: string;
  key: string;
  agentId: string;
  /** As whom the server knows the visitor; it changes when they become a verified person. */
  contactId: string;
  /** Null for an anonymous one. */
  userId: string | null;
}

export async function readKeptSession(keep: Keep): Promise<Session | null> {
  return parseSession(await keep.read("session"));
}

export function writeKeptSession(keep: Keep, session: Session): void {
  const kept = JSON.stringify(session);
  keep.update("session", () => kept);
}

/** Another tab may have put another one in its place, which stays. */
export function removeKeptSession(keep: Keep, id: string): void {
  keep.update("session", (before) => (parseSession(before)?.id === id ? null : before));
}

function parseSession(text: string | null): Session | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Session> | null; // whatever stands in the storage
    if (!kept?.id || !kept.key || !kept.agentId) return null;
    const { id, key, agentId, contactId = "", userId = null } = kept;
    return { id, key, agentId, contactId, userId };
  } catch {
    return null;
  }
}
