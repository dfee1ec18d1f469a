import { proxy } from "valtio";
import type { ComposedFiles } from "./composedFiles.ts";

/** Whether somebody records a voice note, or has one to decide upon: what would lead away from it waits. */
export const voiceNote = proxy({ isOpen: false });

/** Voice notes whose composer went and had no room among its files: they are there again when it comes back. */
export const waitingNotes = new Map<ComposedFiles, File>();

/** Keeps one that finds no room. This page alone has it: who closes or reloads the tab meanwhile is asked. */
export function keepWaiting(files: ComposedFiles, file: File): void {
  waitingNotes.set(files, file);
  addEventListener("beforeunload", stopClosing);
}

/** It is with its composer again, or went there. */
export function endWaiting(files: ComposedFiles): void {
  waitingNotes.delete(files);
  if (waitingNotes.size === 0) removeEventListener("beforeunload", stopClosing);
}

function stopClosing(event: Event): void {
  event.preventDefault();
}
