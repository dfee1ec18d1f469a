import { proxy } from "valtio";
import type { NoteAbout } from "../../../shared/domain/push.ts";
import { navigate } from "../shell/navigation.ts";
import { inShownLayout } from "../conversations/inbox/shownLayout.ts";
import { keptForBrowser } from "../platform/storage.ts";

/** Whether this browser shows a note of what comes in while the console is open in a tab that nobody sees. */
export type BrowserNotificationsState = "unsupported" | "denied" | "off" | "on";

const keptName = "browserNotes";

export const browserNotifications = proxy<{ state: BrowserNotificationsState }>({ state: readState() });

/** The notes of this tab that are still shown. */
export const pageNotifications = new Set<Notification>();

interface BrowserNote {
  title: string;
  body: string;
  /** Where a press leads. */
  path: string;
  /** A newer note of the same takes the place of the one before, one that came by push too. */
  tag: string;
  /** By which it is known when it is old news. */
  about: NoteAbout;
}

/** Asks the browser's user, and shows notes from then on. Only ever called by somebody's press. */
export async function turnNotesOn(): Promise<void> {
  const isGranted = (await Notification.requestPermission()) === "granted";
  if (isGranted) keptForBrowser.write(keptName, "on");
  rereadNotificationPermission();
}

/** Closes them all. */
export function turnNotesOff(): void {
  keptForBrowser.write(keptName, "off");
  rereadNotificationPermission();
}

/** Takes in what was changed in the browser's own settings. */
export function rereadNotificationPermission(): void {
  browserNotifications.state = readState();
}

/** Asks once, where somebody says that they are there for conversations, and never if they have chosen before. */
export async function offerNotes(): Promise<void> {
  if (!canNote() || Notification.permission !== "default" || keptForBrowser.read(keptName) !== null) return;
  keptForBrowser.write(keptName, "off");
  await turnNotesOn();
}

/** Whether this tab shows notes now. */
export function showsNotes(): boolean {
  return readState() === "on" && document.hidden;
}

/** Shows a note, where that is turned on and nobody looks at this tab. */
export function showNote({ title, body, path, tag, about }: BrowserNote): void {
  if (!showsNotes()) return;
  try {
    // `renotify`: it takes the place of the one before and tells all the same; TypeScript does not know it.
    const options = { body, tag, renotify: true, data: { path, about } };
    const note = new Notification(title, options);
    pageNotifications.add(note);
    note.onclose = () => pageNotifications.delete(note);
    note.onclick = () => {
      window.focus();
      // The layout is that of the moment in which it is pressed.
      navigate(inShownLayout(path));
      note.close();
    };
  } catch {
    // Browsers of phones have them only by push.
  }
}

function readState(): BrowserNotificationsState {
  if (!canNote()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && keptForBrowser.read(keptName) === "on" ? "on" : "off";
}

function canNote(): boolean {
  return window.isSecureContext && "Notification" in window;
}
