import type { ConversationDeps } from "./deps.ts";
import { endAnswer } from "./endAnswer.ts";
import { lockThread } from "./find.ts";
import { claim, handedOver, handOverChannel, leaseCheckMs, mostAttempts } from "./lease.ts";
import type { MessageRow } from "./tables.ts";
import { tell } from "./tell.ts";
import type { Writer } from "./writer.ts";

export interface Recovery {
  /**
   * Takes over what dead processes left, now and from now on, and what others hand over as they end; at a start on SQLite
   * that is everything, elsewhere what has no lease.
   */
  recover(): Promise<void>;
  stop(): void;
}

const mostAtOnce = 200;

/** Watches for answers whose process died, and has them written anew. */
export function createRecovery(deps: ConversationDeps, writer: Writer): Recovery {
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;
  let unsubscribe = () => {};

  async function recover(): Promise<void> {
    // On SQLite nobody else can be alive: the folder is locked.
    const isAlone = isFirst && deps.store.dialect === "sqlite";
    isFirst = false;
    if (!timer) {
      timer = setInterval(look, leaseCheckMs).unref();
      unsubscribe = deps.bus.subscribe(handOverChannel, (from) => void (from !== writer.owner && look()));
    }
    await sweep(isAlone);
  }

  const look = () => void sweep(false).catch(deps.report);

  async function sweep(isAlone: boolean): Promise<void> {
    for (const row of await findAbandoned(deps, { now: deps.now(), owner: isAlone ? writer.owner : null })) {
      if (writer.find(row.id)) continue;
      const taken = await takeOver(deps, row, writer.owner);
      if (taken) writer.start(taken);
    }
  }

  return {
    recover,
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

async function findAbandoned(
  { store }: ConversationDeps,
  { now, owner }: { now: number; owner: string | null },
): Promise<MessageRow[]> {
  const streaming = store.reader
    .selectFrom("messages")
    .selectAll()
    .where("status", "=", "streaming")
    .limit(mostAtOnce);
  if (owner === null) return streaming.where("leaseUntil", "<", now).execute();
  return streaming.where("owner", "!=", owner).execute();
}

/** Makes the answer this process's own, to be written anew; null where somebody was quicker, or it is given up. */
async function takeOver(
  deps: ConversationDeps,
  abandoned: MessageRow,
  owner: string,
): Promise<MessageRow | null> {
  return deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, abandoned);
    const now = deps.now();
    const isGivenUp = abandoned.leaseUntil !== handedOver && abandoned.attempts >= mostAttempts;
    if (thread.handledBy === "human" || isGivenUp) {
      const status = thread.handledBy === "human" ? ("stopped" as const) : ("failed" as const);
      const error = status === "failed" ? interrupted : null;
      const end = { status, text: abandoned.content, outcome: null, error };
      await endAnswer(deps, tx, { row: abandoned, end, thread, now });
      return null;
    }
    const taken = await tx
      .updateTable("messages")
      .set((eb) => ({
        content: "",
        generation: eb("generation", "+", 1),
        attempts: eb("attempts", "+", 1),
        ...claim(owner, now),
        updatedAt: now,
      }))
      .where("organizationId", "=", abandoned.organizationId)
      .where("id", "=", abandoned.id)
      .where("status", "=", "streaming")
      .where("generation", "=", abandoned.generation)
      .where("owner", "is not distinct from", abandoned.owner)
      .where("leaseUntil", "is not distinct from", abandoned.leaseUntil)
      .returningAll()
      .executeTakeFirst();
    if (taken) await tell(deps, tx, { thread, messages: [taken], now });
    return taken ?? null;
  });
}

const interrupted = {
  code: "interrupted",
  message: "The answer was interrupted several times. Please try again.",
};
