import { channelKinds, isChannelType } from "../../shared/domain/channels.ts";
import type { ChannelType } from "../../shared/domain/channels.ts";
import type { AgentKey } from "../agents/parts.ts";
import { findWindowEnd } from "./replyWindow.ts";
import type { Db } from "../database/store.ts";

/** A channel by which a person wrote before. */
export interface KnownChannel {
  type: ChannelType;
  isOn: boolean;
  /** The time in which they may be written to freely is over. */
  isClosed: boolean;
  isOptedOut: boolean;
}

/** Gives the channels by which a contact wrote to an agent, the one used last first. */
export async function listKnownChannels(
  db: Db,
  { organizationId, agentId, contactId, now }: AgentKey & { contactId: string; now: number },
): Promise<KnownChannel[]> {
  const rows = await db
    .selectFrom("contactIdentities as identity")
    .leftJoin("channels", (join) =>
      join
        .onRef("channels.organizationId", "=", "identity.organizationId")
        .onRef("channels.agentId", "=", "identity.agentId")
        .onRef("channels.type", "=", "identity.type"),
    )
    .select(["identity.type", "identity.optedOutAt", "identity.lastReceivedAt", "channels.enabled"])
    .where("identity.organizationId", "=", organizationId)
    .where("identity.agentId", "=", agentId)
    .where("identity.contactId", "=", contactId)
    .orderBy("identity.lastReceivedAt", "desc")
    .execute();
  const known = new Map<ChannelType, KnownChannel>();
  for (const { type, optedOutAt, lastReceivedAt, enabled } of rows) {
    if (!isChannelType(type) || known.has(type)) continue;
    if (channelKinds[type].isLive) continue;
    const end = findWindowEnd(type, lastReceivedAt);
    const isClosed = end !== null && end <= now;
    known.set(type, { type, isOn: enabled === 1, isClosed, isOptedOut: optedOutAt !== null });
  }
  return [...known.values()];
}
