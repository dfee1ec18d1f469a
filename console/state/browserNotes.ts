import { proxy } from "valtio";
import type { NoteAbout } from "../../shared/domain/push.ts";
import { navigate } from "./navigation.ts";
import { inShownLayout } from "./shownLayout.ts";
import { keptForBrowser } from "./storage.ts";

/** Whether this browser shows a note of what comes in while the console is open in a tab that nobody sees. */
export type BrowserNotesState = "unsupported" | "denied" | "off" | "on";

const keptName = "browserNotes";

export const browserNotes = proxy<{ state: BrowserNotesState }>({ state: readState() });

/** The notes of this tab that are still shown. */
export const pageNotes = new Set<Notification>();

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
  readNotesAnew();
}

/** Shows none any more. */
export function turnNotesOff(): void {
  keptForBrowser.write(keptName, "off");
  readNotesAnew();
}

/** Takes in what was changed in the browser's own settings. */
export function readNotesAnew(): void {
  browserNotes.state = readState();
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
    pageNotes.add(note);
    note.onclose = () => pageNotes.delete(note);
    note.onclick = () => {
      window.focus();
      // The layout is that of the moment in which it is pressed.
      navigate(inShownLayout(path));
      note.close();
    };
  } catch {
    // Browsers of phones have them by push alone.
  }
}

function readState(): BrowserNotesState {
  if (!canNote()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && keptForBrowser.read(keptName) === "on" ? "on" : "off";
}

function canNote(): boolean {
  return window.isSecureContext && "Notification" in window;
}
