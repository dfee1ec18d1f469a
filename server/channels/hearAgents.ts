import { eventChannel } from "../live/notice.ts";
import type { ChannelDeps } from "./deps.ts";

/** Hears of what happens in agents with channels, until it is ended. */
export function createHearing({ store, bus, report }: ChannelDeps, collect: () => Promise<void>) {
  const heard = new Map<string, () => void>();

  /** Hears at once of what happens in agents with channels; the look every second finds what a notice missed. */
  async function listen(): Promise<void> {
    const rows = await store.db
      .selectFrom("channels")
      .select(["organizationId", "agentId"])
      .where("enabled", "=", 1)
      .union((db) =>
        db.selectFrom("teamNotices").select(["organizationId", "agentId"]).where("enabled", "=", 1),
      )
      .execute();
    const wanted = new Set(rows.map(eventChannel));
    for (const channel of wanted)
      if (!heard.has(channel))
        heard.set(
          channel,
          bus.subscribe(channel, () => void collect().catch(report)),
        );
    for (const [channel, end] of heard)
      if (!wanted.has(channel)) {
        end();
        heard.delete(channel);
      }
  }

  return { listen, end: () => heard.forEach((end) => end()) };
}
