import type { ReactNode } from "react";
import { AssignDialog } from "./AssignDialog.tsx";
import { HandBackDialog } from "./HandBackDialog.tsx";
import { LabelDialog } from "../inbox/labels/LabelDialog.tsx";
import { SnoozeDialog } from "./SnoozeDialog.tsx";
import type { ThreadDialogProps } from "./threadDialogProps.ts";
import { RemoveThreadDialog } from "./RemoveThreadDialog.tsx";
import { TranscriptDialog } from "../exports/transcript/TranscriptDialog.tsx";

export type ThreadDialogName = "assign" | "snooze" | "label" | "handBack" | "transcript" | "remove";

/** What is asked before something is decided about a conversation. */
export default function ThreadDialogs({
  name,
  ...props
}: ThreadDialogProps & { name: ThreadDialogName }): ReactNode {
  if (name === "assign") return <AssignDialog {...props} />;
  if (name === "snooze") return <SnoozeDialog {...props} />;
  if (name === "handBack") return <HandBackDialog {...props} />;
  if (name === "transcript") return <TranscriptDialog {...props} />;
  if (name === "remove") return <RemoveThreadDialog {...props} />;
  return <LabelDialog {...props} />;
}
