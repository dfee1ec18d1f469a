import type { Tx } from "../database/store.ts";
import { announceAgent } from "../agents/announce.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { Account, ChannelKind } from "./kind.ts";
import { findChannel, openChannel } from "./open.ts";
import type { ChannelRow } from "./tables.ts";

/** What is known of a channel once its provider was asked. */
export type ChannelState = Pick<ChannelRow, "state" | "problem"> & Partial<Pick<ChannelRow, "account">>;

/** Asks a channel's provider whether it takes the credentials, and says what it answered. Holds no transaction meanwhile. */
export async function askProvider(
  deps: ChannelDeps,
  kind: ChannelKind,
  row: ChannelRow,
): Promise<ChannelState> {
  if (row.enabled !== 1) return { state: "off", problem: null };
  try {
    const account: Account = await kind.connect(await openChannel(deps, row), new AbortController().signal);
    return { state: "connected", problem: null, account: JSON.stringify(account) };
  } catch (error) {
    if (!(error instanceof ChannelProblem)) throw error;
    return { state: "broken", problem: error.message };
  }
}

/** Keeps how a channel is, and tells the team's screens where that changed. */
export async function markChannel(
  deps: Pick<ChannelDeps, "store" | "events" | "now">,
  key: ChannelKey,
  change: ChannelState,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const before = await findChannel(tx, key);
    if (!before || (before.state === change.state && before.problem === change.problem && !change.account))
      return;
    await writeState(deps, tx, { ...key, change });
  });
}

export async function writeState(
  { events, now }: Pick<ChannelDeps, "events" | "now">,
  tx: Tx,
  { organizationId, agentId, type, change }: ChannelKey & { change: Partial<ChannelRow> },
): Promise<ChannelRow> {
  const row = await tx
    .updateTable("channels")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceAgent(events, tx, { organizationId, agentId, now: now() });
  return row;
}
