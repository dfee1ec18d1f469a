import { proxy } from "valtio";
import { readLocationPath, toAddress } from "../../../shared/client/basePath.ts";

/** Somebody wants to leave a page with unsaved changes; the dialog of the shell asks what to do. */
export interface Leaving {
  /** What is not saved, where that is no change of the page. */
  what?: string | undefined;
  go: () => void;
}

/** What a page with unsaved changes hands in while it has some. */
export interface UnsavedWork {
  /** A sentence for who leaves; left out where it is changes of the page. */
  what?: string;
  /** Saves; gives whether that worked, so that leaving continues. */
  save: () => Promise<boolean>;
  discard: () => void;
}

/** The move that waits for an answer, if one does, and whether there is work that one would have to wait for. */
export const navigation = proxy<{ leaving: Leaving | null; isHeld: boolean }>({
  leaving: null,
  isHeld: false,
});

let unsaved: UnsavedWork | null = null;
let shownUrl = readUrl();
const listeners = new Set<() => void>();

/** Gives the path that is shown. While unsaved work is asked about this is still the old one, whatever Back did. */
export function readPath(): string {
  return new URL(shownUrl, "http://here").pathname;
}

/** Calls back when another path or query is shown; gives the way to stop. */
export function onNavigate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface NavigateOptions {
  replace?: boolean | undefined;
  /** The place is another part of the same editor, which keeps what is typed: nobody is asked. */
  keepsWork?: boolean | undefined;
}

/** Goes to a place inside the console, after asking where work is unsaved. */
export function navigate(to: string, options: NavigateOptions = {}): void {
  const go = () => {
    if (options.replace) history.replaceState(null, "", toAddress(to));
    else history.pushState(null, "", toAddress(to));
    show();
  };
  if (options.keepsWork) go();
  else leave(go);
}

/** Says that there is unsaved work, or (null) that it is gone. */
export function holdUnsaved(work: UnsavedWork | null): void {
  unsaved = work;
  navigation.isHeld = work !== null;
}

/** Goes on without saving. */
export function leaveWithoutSaving(): void {
  unsaved?.discard();
  goOn();
}

/** Saves, and continues if that worked; else the page says why it did not. */
export async function saveAndLeave(): Promise<void> {
  const isSaved = (await unsaved?.save()) ?? true;
  if (isSaved) goOn();
  else stay();
}

/** Stays on the page. */
export function stay(): void {
  navigation.leaving = null;
}

/** Shows the address, and listens to Back, Forward and to the closing of the tab; main calls it once. */
export function startNavigation(): void {
  show();
  addEventListener("popstate", () => {
    const target = readUrl();
    const isSamePage = target.split("#")[0] === shownUrl.split("#")[0];
    if (!unsaved || isSamePage) return show();
    // The browser has moved already: back to where the work is, then ask.
    history.pushState(null, "", toAddress(shownUrl));
    leave(() => {
      history.pushState(null, "", toAddress(target));
      show();
    });
  });
  addEventListener("beforeunload", (event) => {
    if (unsaved) event.preventDefault();
  });
}

function leave(go: () => void): void {
  if (unsaved) navigation.leaving = { go, what: unsaved.what };
  else go();
}

function goOn(): void {
  const { leaving } = navigation;
  holdUnsaved(null);
  navigation.leaving = null;
  leaving?.go();
}

function show(): void {
  shownUrl = readUrl();
  for (const listener of listeners) listener();
}

function readUrl(): string {
  return readLocationPath() + location.search + location.hash;
}
