import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { endAnswer } from "./endAnswer.ts";
import { claim, handedOver, mostAttempts } from "./lease.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

/** Abandoned answers of one agent. */
export interface Abandoned {
  organizationId: string;
  agentId: string;
  rows: MessageRow[];
}

/**
 * Makes them this process's own, to be rewritten, and gives those that are. All in one transaction: after a restart
 * everybody who reads an answer waits for it. Those in a conversation that a person has, and those that too many processes
 * died of, are ended here; what somebody else took or ended meanwhile stays theirs.
 */
export async function takeOver(
  deps: ConversationDeps,
  abandoned: Abandoned,
  owner: string,
): Promise<MessageRow[]> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    // All locks come before the first event, as writers of one agent's events block each other. Taking over is none:
    // until there is new text, readers keep what was written before.
    const threads = await lockThreads(tx, abandoned);
    const open: MessageRow[] = [];
    const over: MessageRow[] = [];
    for (const row of await lockLeft(tx, abandoned)) {
      const thread = threads.get(row.threadId);
      if (thread) (thread.handledBy === "human" || isGivenUp(row) ? over : open).push(row);
    }
    const taken = await take(tx, open, { ...claim(owner, now), updatedAt: now });
    for (const row of over) {
      const thread = threads.get(row.threadId);
      const end = thread?.handledBy === "human" ? stopped : interrupted;
      await endAnswer(deps, tx, { row, end: { ...end, text: row.content, outcome: null }, thread, now });
    }
    return taken;
  });
}

function isGivenUp({ leaseUntil, attempts }: MessageRow): boolean {
  return leaseUntil !== handedOver && attempts >= mostAttempts;
}

const stopped = { status: "stopped", error: null } as const;
const interrupted = {
  status: "failed",
  error: {
    code: "interrupted",
    message: "The answer was interrupted several times. Please try again.",
  },
} as const;

/** Locks their conversations, always in the same order, so that two processes never wait for each other. */
async function lockThreads(
  tx: Tx,
  { organizationId, agentId, rows }: Abandoned,
): Promise<Map<string, ThreadRow>> {
  const ids = rows.map(({ threadId }) => threadId);
  const threads = await tx
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(threads.map((thread) => [thread.id, thread]));
}

/** Gives those that are as they were found, and stay so until the end of the transaction. */
async function lockLeft(tx: Tx, { organizationId, rows }: Abandoned): Promise<MessageRow[]> {
  const found = new Map(rows.map((row) => [row.id, row]));
  const left = await tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "in", [...found.keys()])
    .where("status", "=", "streaming")
    .orderBy("id")
    .forUpdate()
    .execute();
  return left.filter(({ id, generation, owner, leaseUntil }) => {
    const before = found.get(id);
    return generation === before?.generation && owner === before.owner && leaseUntil === before.leaseUntil;
  });
}

type Claimed = Pick<MessageRow, "owner" | "leaseUntil" | "updatedAt">;

async function take(tx: Tx, rows: MessageRow[], claimed: Claimed): Promise<MessageRow[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  return tx
    .updateTable("messages")
    .set((eb) => ({
      content: "",
      generation: eb("generation", "+", 1),
      attempts: eb("attempts", "+", 1),
      ...claimed,
    }))
    .where("organizationId", "=", first.organizationId)
    .where("id", "in", ids)
    .returningAll()
    .execute();
}
