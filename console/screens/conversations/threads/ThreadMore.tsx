import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Bell, BellOff, Clock, Hourglass, MailOpen, Printer, Tag, Trash2, UserRound } from "lucide-react";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import type { RowAction } from "../../../parts/RowMenu.tsx";
import { mayDo } from "../../../state/accounts/organization.ts";
import { quiet } from "../../../state/notifications/quiet.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import type { ThreadDialogName } from "./ThreadDialogs.tsx";
import { useThreadKeys } from "./useThreadKeys.ts";
import type { ThreadActions } from "./useThreadActions.ts";

interface ThreadMoreProps {
  thread: Pick<ShownThread, "id" | "status">;
  actions: ThreadActions;
  onAsk: (name: ThreadDialogName) => void;
}

/** What else can be decided about a conversation, by a menu and by keys. */
export function ThreadMore({ thread, actions, onAsk }: ThreadMoreProps): ReactNode {
  useThreadKeys(actions, onAsk);
  const isMuted = useSnapshot(quiet).mutedIds.includes(thread.id);
  const mute: RowAction = isMuted
    ? {
        label: "Unmute",
        icon: <Bell size={16} aria-hidden />,
        onChoose: () => void actions.run("unmute"),
      }
    : { label: "Mute", icon: <BellOff size={16} aria-hidden />, onChoose: () => void actions.run("mute") };
  const wait: RowAction = {
    label: "Wait for the visitor",
    icon: <Hourglass size={16} aria-hidden />,
    onChoose: () => void actions.run("wait"),
  };
  const remove: RowAction = {
    ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
    onChoose: () => onAsk("remove"),
  };
  return (
    <RowMenu
      label="More"
      actions={[
        { label: "Snooze", icon: <Clock size={16} aria-hidden />, onChoose: () => onAsk("snooze") },
        { label: "Assign", icon: <UserRound size={16} aria-hidden />, onChoose: () => onAsk("assign") },
        { label: "Labels", icon: <Tag size={16} aria-hidden />, onChoose: () => onAsk("label") },
        ...(thread.status === "open" ? [wait] : []),
        {
          label: "Mark as unread",
          icon: <MailOpen size={16} aria-hidden />,
          onChoose: () => void actions.run("unread"),
        },
        mute,
        {
          label: "Print or save",
          icon: <Printer size={16} aria-hidden />,
          onChoose: () => onAsk("transcript"),
        },
        ...(mayDo("contacts.erase") ? [remove] : []),
      ]}
    />
  );
}
