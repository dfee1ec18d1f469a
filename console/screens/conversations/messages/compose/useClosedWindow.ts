import { useSnapshot } from "valtio";
import type { ChannelType } from "../../../../../shared/domain/channels.ts";
import { useNow } from "../../../../parts/useNow.ts";
import { threadChannel } from "../../../../state/channels/threadChannel.ts";

/** Gives the channel by which a conversation goes on, once it takes no replies until its visitor writes again; else null. */
export function useClosedWindow(threadId: string): ChannelType | null {
  const { data } = useSnapshot(threadChannel);
  const now = useNow();
  const channel = data?.threadId === threadId ? data.channel : null;
  if (!channel || channel.writableUntil === null || channel.writableUntil > now) return null;
  return channel.type;
}
