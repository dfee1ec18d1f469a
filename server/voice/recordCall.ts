import type { Conversations } from "../conversations/conversations.ts";
import type { Store } from "../database/store.ts";
import type { TurnTimes } from "./engine.ts";
import { changeCall } from "./rows.ts";

interface RecordDeps {
  store: Store;
  callMarks: Pick<Conversations["callMarks"], "began">;
  report: (error: unknown) => void;
}

interface Recorded {
  organizationId: string;
  agentId: string;
  id: string;
}

/** What the row of a call that is under way says: its turns, and its conversation. */
export interface CallRecord {
  threadId(): string | null;
  onTurn(times: TurnTimes): void;
  onThread(threadId: string): void;
  /** Gives the turns as the row keeps them, once all that was told before is written. */
  finish(): Promise<string>;
}

/** Writes it one after the other, so that what is said of a call's end comes last. */
export function recordCall(
  { store, callMarks, report }: RecordDeps,
  { organizationId, agentId, id }: Recorded,
  begun: string | null,
): CallRecord {
  const key = { organizationId, id };
  const turns: TurnTimes[] = [];
  let threadId = begun;
  let keeping: Promise<unknown> = Promise.resolve();
  const keepBy = (work: () => Promise<unknown>) => void (keeping = keeping.then(work).catch(report));
  return {
    threadId: () => threadId,
    onTurn(times) {
      turns.push(times);
      const told = JSON.stringify(turns);
      keepBy(() => changeCall(store.db, key, { turns: told }));
    },
    onThread(its) {
      if (threadId === its) return;
      threadId = its;
      keepBy(() =>
        store.transaction(async (tx) => {
          if (await changeCall(tx, key, { threadId: its }))
            await callMarks.began(tx, { organizationId, agentId, threadId: its });
        }),
      );
    },
    async finish() {
      await keeping;
      return JSON.stringify(turns);
    },
  };
}
