import { proxy } from "valtio";
import type { ComposedFiles } from "./composedFiles.ts";

/** Whether somebody records a voice note, or has one to decide upon: what would lead away from it waits. */
export const voiceNote = proxy({ isOpen: false });

/** Voice notes whose composer went and had no room among its files: they are there again when it comes back. */
export const waitingNotes = new WeakMap<ComposedFiles, File>();
