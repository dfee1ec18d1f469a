import type { Store } from "../database/store.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import { touchSessions, isTouchDue } from "./visitors.ts";

/** Whose session it is, and as whom the server knew them when it began to listen. */
export type Listening = Pick<VisitorCaller, "sessionId" | "contactId">;

/** How long a look waits for others to go along with. */
const gatherMs = 100;
/** Each number of sessions is a statement of its own, and the store keeps those it prepared. */
const mostTogether = 50;

/**
 * Tells whether a visitor's session still stands and is still theirs. Every open stream asks this every few seconds: of
 * ten thousand, those that ask at about the same time are answered by one statement, off the thread that serves them.
 */
export function createSessionLooks(
  store: Store,
  now: () => number,
): (listening: Listening) => Promise<boolean> {
  let gathered: { sessionId: string; found: PromiseWithResolvers<string | undefined> }[] = [];

  async function lookTogether(): Promise<void> {
    const asked = gathered;
    gathered = [];
    for (let from = 0; from < asked.length; from += mostTogether) {
      const together = asked.slice(from, from + mostTogether);
      try {
        const contacts = await findContacts(together.map(({ sessionId }) => sessionId));
        for (const { sessionId, found } of together) found.resolve(contacts.get(sessionId));
      } catch (error) {
        for (const { found } of together) found.reject(error);
      }
    }
  }

  /** Gives whose each session is, of those that stand. */
  async function findContacts(ids: string[]): Promise<Map<string, string>> {
    const at = now();
    const rows = await store.reader
      .selectFrom("visitorSessions as session")
      // A deleted agent stands elsewhere.
      .innerJoin("agents as agent", (join) =>
        join
          .onRef("agent.organizationId", "=", "session.organizationId")
          .onRef("agent.id", "=", "session.agentId"),
      )
      .select(["session.organizationId", "session.id", "session.contactId", "session.lastSeenAt"])
      .where("session.id", "in", ids)
      .where("session.expiresAt", ">", at)
      .execute();
    await touchSessions(
      store.db,
      rows.filter((row) => isTouchDue(row, at)),
      at,
    );
    return new Map(rows.map(({ id, contactId }) => [id, contactId]));
  }

  return async ({ sessionId, contactId }) => {
    const found = Promise.withResolvers<string | undefined>();
    if (gathered.length === 0) setTimeout(() => void lookTogether(), gatherMs);
    gathered.push({ sessionId, found });
    return (await found.promise) === contactId;
  };
}
