import { useEffect, useEffectEvent, useRef } from "react";
import type { RefObject } from "react";
import { maxAttachments } from "../../../../shared/domain/limits.ts";
import type { Recording } from "../../../../shared/ui/recording/record.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { attachFiles } from "../../../state/attachments.ts";
import type { ComposedFiles } from "../../../state/composedFiles.ts";
import { holdUnsaved } from "../../../state/navigation.ts";
import { waitingNotes } from "../../../state/voiceNote.ts";

/** What its file is called, before the ending. */
export const noteName = "Voice note";

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
    if (isDecided.current || !hasNote) return false;
    isDecided.current = true;
    const file = made ?? (await recording?.finish(noteName));
    if (file) putAway(files, file);
    return true;
  });
  const saveAndClose = useEffectEvent(async () => {
    await keep();
    onKept();
    return true;
  });
  const discard = useEffectEvent(onDiscard);
  useEffect(() => {
    if (!hasNote) return;
    holdUnsaved({
      what: "Your voice note is not added yet. Saved, it stands among the files when you come back.",
      save: () => saveAndClose(),
      discard: () => discard(),
    });
    return () => holdUnsaved(null);
  }, [hasNote]);
  useEffect(() => {
    waitingNotes.delete(files);
    return () => {
      void keep().then((isKept) => {
        if (isKept) showToast("Your voice note is kept: it is there when you write here again.");
      });
    };
  }, [files]);
  return isDecided;
}

function putAway(files: ComposedFiles, file: File): void {
  if (files.shown.drafts.length < maxAttachments) attachFiles(files, [file]);
  else waitingNotes.set(files, file);
}
