import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import type { describeEvent } from "./describeEvent.ts";

/** What each dialog about a conversation is given. */
export interface ThreadDialogProps {
  agentName: string;
  place: ThreadPlace;
  thread: ShownThread;
  describe: typeof describeEvent;
  onClose: () => void;
}
