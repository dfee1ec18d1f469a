import { channelNames } from "../../../../shared/domain/channelNames.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";

/** Whether replies may go by a channel: the conversation came by one, or its visitor left an address or a number. */
export function goesElsewhere({ surface, contact, preview }: ShownThread): boolean {
  const isReachable = contact.email !== null || contact.phone !== null;
  return !preview && (Object.hasOwn(channelNames, surface) || isReachable);
}
