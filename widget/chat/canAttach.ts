import { chat } from "../session/state.ts";

/** Whether files may go along now: the agent's model takes some, the owner offers it, and the visitor may write. */
export function canAttach(): boolean {
  const { configuration, editing, view } = chat;
  if (!configuration?.attachments || !configuration.settings.hasAttachments) return false;
  return view === "chat" && editing === null && mayWrite();
}

/** Whether the visitor may write at all: they agreed where that is asked, and are signed in where that is needed. */
export function mayWrite(): boolean {
  return chat.consent === "granted" && chat.signIn === null;
}
