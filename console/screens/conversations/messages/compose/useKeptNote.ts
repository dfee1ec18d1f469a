import { useEffect, useEffectEvent, useRef } from "react";
import type { RefObject } from "react";
import { maxAttachments } from "../../../../../shared/domain/limits.ts";
import type { Recording } from "../../../../../shared/ui/recording/record.ts";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { attachFiles } from "../../../../state/conversations/files/attachments.ts";
import { endWaiting, keepWaiting } from "../../../../state/conversations/files/composedFiles.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";
import { holdUnsaved } from "../../../../state/shell/navigation.ts";

/** What its file is called, before the ending. */
export const noteName = "Voice note";

/** Where one is that was not decided upon: among the files, or, where these are full, on this page alone. */
type NotePlace = "files" | "page";

const kept: Record<NotePlace, string> = {
  files: "Your voice note is saved for when you come back.",
  page: "Your voice note is kept until you reload this tab.",
};

interface NoteSoFar {
  files: ComposedFiles;
  recording: Recording | null;
  made: File | null;
  onKept: () => void;
  onDiscard: () => void;
}

/**
 * Loses no voice note that nobody decided upon: who leaves is asked, and where the composer goes by somebody else's act
 * the note goes among its files. Gives whether it is decided, which the owner says when it is.
 */
export function useKeptNote({ files, recording, made, onKept, onDiscard }: NoteSoFar): RefObject<boolean> {
  const isDecided = useRef(false);
  const hasNote = recording !== null || made !== null;
  const keep = useEffectEvent(async () => {
    if (isDecided.current || !hasNote) return null;
    isDecided.current = true;
    const file = made ?? (await recording?.finish(noteName));
    return file ? storeRecording(files, file) : null;
  });
  const saveAndClose = useEffectEvent(async () => {
    if ((await keep()) === "page") showToast(kept.page);
    onKept();
    return true;
  });
  const discard = useEffectEvent(onDiscard);
  useEffect(() => {
    if (!hasNote) return;
    holdUnsaved({
      what: "Your voice note is saved but not added yet.",
      save: () => saveAndClose(),
      discard: () => discard(),
    });
    return () => holdUnsaved(null);
  }, [hasNote]);
  useEffect(() => {
    endWaiting(files);
    return () => {
      void keep().then((place) => {
        if (place) showToast(kept[place]);
      });
    };
  }, [files]);
  return isDecided;
}

function storeRecording(files: ComposedFiles, file: File): NotePlace {
  const hasRoom = files.shown.drafts.length < maxAttachments;
  if (hasRoom) attachFiles(files, [file]);
  else keepWaiting(files, file);
  return hasRoom ? "files" : "page";
}
