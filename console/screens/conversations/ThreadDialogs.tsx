import type { ReactNode } from "react";
import type { ThreadPlace } from "../../state/conversation.ts";
import type { ShownThread } from "../../state/threads.ts";
import { AssignDialog } from "./AssignDialog.tsx";
import { HandBackDialog } from "./HandBackDialog.tsx";
import { LabelDialog } from "./LabelDialog.tsx";
import { SnoozeDialog } from "./SnoozeDialog.tsx";

export type ThreadDialogName = "assign" | "snooze" | "label" | "handBack";

export interface ThreadDialogProps {
  place: ThreadPlace;
  thread: ShownThread;
  onClose: () => void;
}

/** What is asked before something is decided about a conversation. */
export default function ThreadDialogs({
  name,
  ...props
}: ThreadDialogProps & { name: ThreadDialogName }): ReactNode {
  if (name === "assign") return <AssignDialog {...props} />;
  if (name === "snooze") return <SnoozeDialog {...props} />;
  if (name === "handBack") return <HandBackDialog {...props} />;
  return <LabelDialog {...props} />;
}
