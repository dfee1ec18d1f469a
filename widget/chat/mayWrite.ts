import type { Snapshot } from "valtio";
import type { ChatState } from "../session/state.ts";

/** Whether files may go along now: the agent's model takes some, the owner offers it, and the visitor may write. */
export function canAttach(state: Snapshot<ChatState>): boolean {
  const { configuration, editing, view } = state;
  if (!configuration?.attachments || !configuration.settings.hasAttachments) return false;
  return view === "chat" && editing === null && mayWrite(state);
}

/**
 * Whether the visitor may write at all: they agreed where that is asked, are signed in where that is needed, and don't leave a
 * message instead.
 */
export function mayWrite(state: Snapshot<ChatState>): boolean {
  return state.consent === "granted" && state.signIn === null && !leavesMessage(state);
}

/** Whether a form is in place of the agent now; what the team already has continues as usual. */
export function leavesMessage({ configuration, thread }: Snapshot<ChatState>): boolean {
  return (
    thread?.handledBy !== "human" &&
    !!configuration?.team.isAway &&
    configuration.settings.outsideHours === "form"
  );
}
