import type { Snapshot } from "valtio";
import type { ChatState } from "../session/state.ts";

/** Whether files may go along now: the agent's model takes some, the owner offers it, and the visitor may write. */
export function canAttach(state: Snapshot<ChatState>): boolean {
  const { configuration, editing, view } = state;
  if (!configuration?.attachments || !configuration.settings.hasAttachments) return false;
  return view === "chat" && editing === null && mayWrite(state);
}

/** Whether the visitor may write at all: they agreed where that is asked, and are signed in where that is needed. */
export function mayWrite({ consent, signIn }: Snapshot<ChatState>): boolean {
  return consent === "granted" && signIn === null;
}
