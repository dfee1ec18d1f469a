import { channelKinds, teamWindowOf } from "../../shared/domain/channels.ts";
import type { ChannelType } from "../../shared/domain/channels.ts";
import type { ThreadKey } from "../conversations/deps.ts";
import type { Db } from "../database/store.ts";
import { findBound } from "./findBound.ts";

/** Until when the team may write freely after a person's last message; null where it always may. */
export function findWindowEnd(type: ChannelType, lastReceivedAt: number | null): number | null {
  const windowMs = teamWindowOf(type);
  return windowMs === null ? null : (lastReceivedAt ?? 0) + windowMs;
}

/** Says that the time in which a platform lets somebody write freely is over. */
export function sayWindowOver(
  type: ChannelType,
  { writer, windowMs }: { writer: "you" | "an agent"; windowMs: number },
): string {
  const { name } = channelKinds[type];
  return `${name} lets ${writer} write freely only for ${writeTime(windowMs)} after their last message.`;
}

function writeTime(ms: number): string {
  const hours = ms / 3_600_000;
  return hours > 24 ? `${hours / 24} days` : `${hours} hours`;
}

/** Gives why a reply of the team's would not be sent now, in words; null where its platform would take it. */
export async function findClosedWindow(
  db: Db,
  { organizationId, threadId, now }: ThreadKey & { now: number },
): Promise<string | null> {
  const bound = await findBound(db, { organizationId, threadId });
  const windowMs = bound ? teamWindowOf(bound.type) : null;
  if (!bound || windowMs === null) return null;
  const end = findWindowEnd(bound.type, bound.lastReceivedAt ?? bound.threadReceivedAt);
  if (end === null || end > now) return null;
  return sayWindowOver(bound.type, { writer: "you", windowMs });
}
