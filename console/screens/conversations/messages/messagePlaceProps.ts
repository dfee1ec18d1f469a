import type { ShownMessage, ThreadPlace } from "../../../state/conversations/threads/conversation.ts";

/** A message with the conversation that it belongs to. */
export interface MessagePlaceProps {
  message: ShownMessage;
  place: ThreadPlace;
}
