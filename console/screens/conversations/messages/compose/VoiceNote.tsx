import { useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { maxAttachments } from "../../../../../shared/domain/limits.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { attachFiles } from "../../../../state/conversations/files/attachments.ts";
import { waitingNotes } from "../../../../state/conversations/files/composedFiles.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";
import type { Recording } from "../../../../../shared/ui/recording/record.ts";
import { RecordedNote } from "./RecordedNote.tsx";
import { RecordNote } from "./RecordNote.tsx";
import type { NoteEnd } from "./RecordNote.tsx";
import { useKeptNote } from "./useKeptNote.ts";

interface VoiceNoteProps {
  files: ComposedFiles;
  /** What began it. */
  opener: RefObject<HTMLElement | null>;
  addLabel: string;
  /** What a screen reader is told. */
  onNews: (news: string) => void;
  /** It could not begin. */
  onFault: () => void;
  onClose: (focus: "button" | "field") => void;
}

const ends: Record<NoteEnd, string> = {
  asked: "Recording has ended.",
  full: "Recording stopped: it reached the maximum length.",
  lost: "Recording stopped: the microphone was disconnected.",
};

/** A voice note from its first second until it stands among the files or is thought better of. */
export function VoiceNote(props: VoiceNoteProps): ReactNode {
  const { files, opener, addLabel, onNews, onFault, onClose } = props;
  const [made, setMade] = useState<File | null>(() => waitingNotes.get(files) ?? null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const isDecided = useKeptNote({
    ...{ files, recording, made },
    onKept: () => onClose("button"),
    onDiscard: () => giveUp(),
  });
  const giveUp = () => {
    isDecided.current = true;
    onNews(made ? "Voice note discarded." : "Recording canceled.");
    onClose("button");
  };
  const add = (file: File) => {
    const hasRoom = files.shown.drafts.length < maxAttachments;
    // It says so itself where there is none; the note stays then.
    attachFiles(files, [file]);
    if (!hasRoom) return;
    isDecided.current = true;
    onNews("Voice note added.");
    onClose("field");
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // It ends what was begun here, and nothing around it.
    event.preventDefault();
    event.stopPropagation();
    if (!made) giveUp();
  };
  return (
    <div className={row} role="group" aria-label="Voice note" onKeyDown={handleKey}>
      {made ? (
        <RecordedNote file={made} addLabel={addLabel} onAdd={() => add(made)} onDiscard={giveUp} />
      ) : (
        <RecordNote
          opener={opener}
          onFault={onFault}
          onBegun={(begun) => {
            setRecording(begun);
            onNews("Recording has begun.");
          }}
          onMade={(file, end) => {
            // It was thought better of while its end was written.
            if (isDecided.current) return;
            onNews(`${ends[end]} Listen to it, add it or discard it.`);
            setMade(file);
          }}
          onCancel={giveUp}
        />
      )}
    </div>
  );
}

const row = css`
  container: voice / inline-size;
  display: flex;
  flex: 1 0 100%;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  min-width: 0;
  padding-inline: 5px;
  & > p {
    flex: 1;
    min-width: 0;
    padding-block: 6px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > p[role="alert"] {
    flex-basis: 200px;
    color: var(--ph-danger-text);
  }
  & > svg {
    min-width: 60px;
  }
  & > p:has(+ svg) {
    flex: none;
  }
  @container voice (max-width: 420px) {
    & > p:has(+ svg) {
      display: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    & > svg {
      display: none;
    }
    & > p:has(+ svg) {
      flex: 1;
    }
  }
`;
