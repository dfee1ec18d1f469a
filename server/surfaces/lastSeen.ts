import type { AgentKey } from "../agents/parts.ts";
import { completeStep } from "../agents/setupGuide/steps.ts";
import type { Store, Tx } from "../database/store.ts";
import type { SurfaceRow } from "./tables.ts";

/**
 * A surface's row says where it was last seen; this is how often it is written at most, so that a busy site costs
 * nothing.
 */
const noteEveryMs = 60_000;
/** Beyond this many surfaces the oldest notes are forgotten; the cost is one more write each. */
const remembered = 10_000;

export interface LastSeen {
  note(row: SurfaceRow, origin: string): Promise<void>;
}

/** Keeps when and where each surface was last loaded, which Deploy shows. */
export function createLastSeen(
  store: Store,
  now: () => number,
  announce: (tx: Tx, agent: AgentKey) => Promise<void>,
): LastSeen {
  const noted = new Map<string, number>();
  return {
    async note(row, origin) {
      const key = `${row.token} ${origin}`;
      const at = now();
      if (at - (noted.get(key) ?? row.lastSeenAt ?? 0) < noteEveryMs && row.lastSeenOrigin === origin) return;
      if (noted.size > remembered) noted.delete(noted.keys().next().value ?? "");
      noted.set(key, at);
      await store.transaction(async (tx) => {
        await tx
          .updateTable("surfaces")
          .set({ lastSeenAt: at, lastSeenOrigin: origin })
          .where("organizationId", "=", row.organizationId)
          .where("agentId", "=", row.agentId)
          .where("type", "=", row.type)
          .execute();
        // The first page that shows it: it is on a site now.
        if (row.lastSeenAt === null) await completeStep(tx, row, "surfaces");
        await announce(tx, row);
      });
    },
  };
}
