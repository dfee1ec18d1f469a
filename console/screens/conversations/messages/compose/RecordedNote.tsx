import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Check, Trash2 } from "lucide-react";
import { maxAudioBytes } from "../../../../../shared/domain/speech.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { RecordingPlayer } from "../../../../../shared/ui/RecordingPlayer.tsx";
import { takeFocus } from "../../../../../shared/ui/recording/takeFocus.ts";
import { formatBytes } from "../../../../../shared/format/bytes.ts";

interface RecordedNoteProps {
  file: File;
  addLabel: string;
  onAdd: () => void;
  onDiscard: () => void;
}

/** A voice note that was made, to be heard again before it goes along. */
export function RecordedNote({ file, addLabel, onAdd, onDiscard }: RecordedNoteProps): ReactNode {
  const [url, setUrl] = useState<string | null>(null);
  const discard = useRef<HTMLButtonElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // It stood on the button that went, or somebody writes.
  useEffect(() => takeFocus(add.current ?? discard.current, null), []);
  return (
    <>
      {url && <RecordingPlayer label="Your voice note" url={url} />}
      <IconButton ref={discard} label="Discard voice note" size="small" onClick={onDiscard}>
        <Trash2 size={18} aria-hidden />
      </IconButton>
      {file.size > maxAudioBytes ? (
        <p role="alert">It is larger than {formatBytes(maxAudioBytes)}. Record a shorter one.</p>
      ) : (
        <Button ref={add} size="small" icon={<Check size={14} aria-hidden />} onClick={onAdd}>
          {addLabel}
        </Button>
      )}
    </>
  );
}
