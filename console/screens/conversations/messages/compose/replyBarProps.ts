import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import type { ThreadActions } from "../../threads/useThreadActions.ts";

/** What the bar below a conversation and its fields are given. */
export interface ReplyBarProps {
  agentName: string;
  /** The agent answers nobody. */
  isPaused: boolean;
  place: ThreadPlace;
  thread: ShownThread;
  actions: ThreadActions;
  onHandBack: () => void;
}
