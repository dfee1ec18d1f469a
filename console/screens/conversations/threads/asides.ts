import { lazyFamily } from "../../../parts/lazy.ts";

/** What stands beside the text of a conversation: files, actions, translations, menus. Nobody waits for it to read. */
export const {
  ActionCards,
  Assist,
  CallRecording,
  MessageAside,
  MessageFiles,
  MessageTranslation,
  NoteActions,
  NoteEditor,
  ThreadMore,
} = lazyFamily(() => import("./asideParts.ts"));
