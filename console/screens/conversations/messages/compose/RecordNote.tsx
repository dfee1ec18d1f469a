import { useEffect, useEffectEvent, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import { Square, X } from "lucide-react";
import { maxVoiceNoteSeconds } from "../../../../../shared/domain/speech.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { RecordingTime, RecordingWave } from "../../../../../shared/ui/recording/RecordingMeter.tsx";
import type { RecordFault, Recording } from "../../../../../shared/ui/recording/record.ts";
import { takeFocus } from "../../../../../shared/ui/recording/takeFocus.ts";
import { useRecorder } from "../../../../../shared/ui/recording/useRecorder.ts";
import { noteName } from "./useKeptNote.ts";

/** Why it ended: somebody pressed Stop, it is as long as one may be, or the microphone is gone. */
export type NoteEnd = "asked" | "full" | "lost";

interface RecordNoteProps {
  /** What began it. */
  opener: RefObject<HTMLElement | null>;
  onBegun: (recording: Recording) => void;
  onFault: () => void;
  onMade: (file: File, end: NoteEnd) => void;
  onCancel: () => void;
}

const reasons: Record<RecordFault, string> = {
  insecure: "Recording needs a secure page. Open the console with https and try again.",
  unsupported: "This browser can't record. Attach a recording as a file instead.",
  missing: "No microphone was found. Connect one and try again.",
  refused: "The microphone is not allowed here. Allow it for this page in your browser and try again.",
  busy: "The microphone could not be started. Another program may be using it.",
};

/** A voice note while it is made: how long by now and how loud. */
export function RecordNote(props: RecordNoteProps): ReactNode {
  const { opener, onBegun, onFault, onMade, onCancel } = props;
  const { recording, fault, ms, levels, isFull, isLost } = useRecorder(maxVoiceNoteSeconds * 1000);
  const stop = useRef<HTMLButtonElement>(null);
  const handleBegun = useEffectEvent((begun: Recording) => {
    takeFocus(stop.current, opener.current);
    onBegun(begun);
  });
  const handleFault = useEffectEvent(onFault);
  const finish = async (end: NoteEnd) => {
    if (recording) onMade(await recording.finish(noteName), end);
  };
  const handleEnd = useEffectEvent((end: NoteEnd) => void finish(end));
  useEffect(() => {
    if (recording) handleBegun(recording);
  }, [recording]);
  useEffect(() => {
    if (fault) handleFault();
  }, [fault]);
  useEffect(() => {
    if (isFull || isLost) handleEnd(isLost ? "lost" : "full");
  }, [isFull, isLost]);
  return (
    <>
      <IconButton label={fault ? "Close" : "Cancel recording"} size="small" onClick={onCancel}>
        <X size={18} aria-hidden />
      </IconButton>
      {fault ? (
        <p role="alert">{reasons[fault]}</p>
      ) : recording ? (
        <>
          <RecordingTime ms={ms} isRunning={!isFull && !isLost} />
          <p>of {maxVoiceNoteSeconds / 60} minutes</p>
          <RecordingWave levels={levels} />
          <Button
            ref={stop}
            size="small"
            icon={<Square size={14} aria-hidden />}
            onClick={() => void finish("asked")}
          >
            Stop
          </Button>
        </>
      ) : (
        <p>Waiting for the microphone…</p>
      )}
    </>
  );
}
