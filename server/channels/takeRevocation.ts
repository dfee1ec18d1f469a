import { writeState } from "./connect.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import { findChannel, openInstall } from "./open.ts";
import type { ChannelUpdateRow } from "./tables.ts";

const secondMs = 1000;

interface Revocation {
  update: Pick<ChannelUpdateRow, "at" | "createdAt">;
  problem: string;
}

/**
 * Ends a channel's installation, so that its workspace is free for another agent. Gives why nothing was done: what comes late may
 * be of an installation that was replaced since.
 */
export async function takeRevocation(
  deps: Pick<ChannelDeps, "store" | "seal" | "events" | "now">,
  key: ChannelKey,
  { update, problem }: Revocation,
): Promise<string | null> {
  return deps.store.transaction(async (tx) => {
    const row = await findChannel(tx, key, { locks: true });
    if (!row) return "The channel was deleted since.";
    const since = openInstall(deps.seal, row)?.installedAt ?? row.updatedAt;
    // Slack’s times have no milliseconds.
    if ((update.at || update.createdAt) < Math.floor(since / secondMs) * secondMs)
      return "The channel was set up again since.";
    const shown = row.enabled === 1 && ({ state: "broken", problem } as const);
    await writeState(deps, tx, { ...key, change: { ...shown, install: null, installedIn: null } });
    return null;
  });
}
