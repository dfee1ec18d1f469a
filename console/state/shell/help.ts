import { showToast } from "../../../shared/ui/toasts.ts";
import { track } from "../platform/analytics.ts";
import { configuration } from "../platform/configuration.ts";
import type { HelpedUser } from "./helpEdge.ts";

// The chat itself loads with the first of these, and not at all where no help is set up.
const loadChat = () => import("./helpChat.ts");

/** Whether Get Help is set up; without it nothing of it is shown. */
export function offersHelp(): boolean {
  return configuration.supportBotToken !== null;
}

/** Makes the chat ready for the signed-in user; once a page, until they sign out. */
export function startHelp(user: HelpedUser): void {
  // Nobody asked for it yet: opening it shows that it is unavailable.
  if (offersHelp())
    loadChat().then(
      ({ startChat }) => startChat(user),
      () => undefined,
    );
}

/** Opens the chat with support: the button of the top bar, and Need Help in the menu of phones. */
export function openHelp(): void {
  track("get_help_clicked", {});
  loadChat().then(
    ({ openChat }) => openChat(),
    () => showToast("Help could not be opened. Please try again.", "danger"),
  );
}

/** Forgets the user in the chat and takes it away: somebody signs out. Never fails. */
export async function endHelp(): Promise<void> {
  if (offersHelp())
    await loadChat().then(
      ({ endChat }) => endChat(),
      () => undefined,
    );
}
