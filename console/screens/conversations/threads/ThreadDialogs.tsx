import type { ReactNode } from "react";
import { lazy } from "../../../parts/lazy.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import { AssignDialog } from "./AssignDialog.tsx";
import type { describeEvent } from "./describeEvent.ts";
import { HandBackDialog } from "./HandBackDialog.tsx";
import { LabelDialog } from "../inbox/labels/LabelDialog.tsx";
import { SnoozeDialog } from "./SnoozeDialog.tsx";

/** Seldom asked for. */
const RemoveThreadDialog = lazy(() => import("./RemoveThreadDialog.tsx"));
const TranscriptDialog = lazy(() => import("../exports/transcript/TranscriptDialog.tsx"));

export type ThreadDialogName = "assign" | "snooze" | "label" | "handBack" | "transcript" | "remove";

export interface ThreadDialogProps {
  agentName: string;
  place: ThreadPlace;
  thread: ShownThread;
  describe: typeof describeEvent;
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
  if (name === "transcript") return <TranscriptDialog {...props} />;
  if (name === "remove") return <RemoveThreadDialog {...props} />;
  return <LabelDialog {...props} />;
}
