import type { ConversationDeps } from "../deps.ts";
import { handOverChannel, leaseCheckMs } from "./lease.ts";
import type { MessageRow } from "../tables.ts";
import { takeOver } from "./takeOver.ts";
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

/** Watches for answers whose process died, and has them rewritten. */
export function createRecovery(deps: ConversationDeps, writer: Writer): Recovery {
  let end: (() => Promise<void>) | undefined;
  let isFirst = true;
  let unsubscribe = () => {};

  async function recover(): Promise<void> {
    // On SQLite nobody else can be alive: the folder is locked.
    const isAlone = isFirst && deps.store.dialect === "sqlite";
    isFirst = false;
    if (!end) {
      const work = () => sweep(false);
      end = deps.scheduler.every({ name: "looks for lost answers", everyMs: leaseCheckMs, work });
      unsubscribe = deps.bus.subscribe(handOverChannel, (from) => void (from !== writer.owner && look()));
    }
    await sweep(isAlone);
  }

  const look = () => void sweep(false).catch(deps.report);

  async function sweep(isAlone: boolean): Promise<void> {
    for (;;) {
      const rows = await findAbandoned(deps, { now: deps.now(), owner: isAlone ? writer.owner : null });
      let taken = 0;
      const lost = rows.filter(({ id }) => !writer.find(id));
      for (const ofAgent of Map.groupBy(lost, ({ agentId }) => agentId).values()) {
        // What one agent's answers meet holds up no other's.
        taken += await takeOfAgent(ofAgent).catch((error: unknown) => (deps.report(error), 0));
      }
      if (rows.length < mostAtOnce || taken === 0) return;
    }
  }

  async function takeOfAgent(rows: MessageRow[]): Promise<number> {
    const [first] = rows;
    if (!first) return 0;
    const { organizationId, agentId } = first;
    const taken = await takeOver(deps, { organizationId, agentId, rows }, writer.owner);
    taken.forEach(writer.start);
    return taken.length;
  }

  return {
    recover,
    stop() {
      void end?.();
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
