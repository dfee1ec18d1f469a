import { useEffect, useState } from "react";
import { CannotRecord, record } from "./record.ts";
import type { RecordFault, Recording } from "./record.ts";

/** A recording that a part makes from when it stands until it goes. */
export interface Recorder {
  /** Null until the microphone is there. */
  recording: Recording | null;
  fault: RecordFault | null;
  /** How long it is by now. */
  ms: number;
  /** How loud it was at each of the last ticks, the newest at the end. */
  levels: readonly number[];
  /** It has ended by itself, as long as it may be. */
  isFull: boolean;
  /** It has ended because the microphone is gone. */
  isLost: boolean;
}

const tickMs = 100;
/** As many levels as are drawn. */
export const mostLevels = 60;
const silence = { ms: 0, levels: [] as readonly number[] };

/** Asks for the microphone, records, and lets go of it when the part goes. */
export function useRecorder(longestMs: number): Recorder {
  const [recording, setRecording] = useState<Recording | null>(null);
  const [fault, setFault] = useState<RecordFault | null>(null);
  const [{ ms, levels }, setHeard] = useState(silence);
  const [isLost, setIsLost] = useState(false);
  const isFull = ms >= longestMs;

  useEffect(() => {
    let hasLeft = false;
    let begun: Recording | undefined;
    record().then(
      (started) => {
        begun = started;
        if (hasLeft) return started.cancel();
        setRecording(started);
        void started.lost.then(() => setIsLost(true));
      },
      (error: unknown) => setFault(error instanceof CannotRecord ? error.why : "unsupported"),
    );
    return () => {
      hasLeft = true;
      begun?.cancel();
    };
  }, []);

  useEffect(() => {
    if (!recording) return;
    if (isFull || isLost) return recording.stop();
    // By the clock: a tab in the background ticks once a second.
    const startedAt = Date.now();
    const timer = setInterval(() => {
      const level = recording.readLevel();
      setHeard((before) => ({
        ms: Math.min(Date.now() - startedAt, longestMs),
        levels: [...before.levels, level].slice(-mostLevels),
      }));
    }, tickMs);
    return () => clearInterval(timer);
  }, [recording, isFull, isLost, longestMs]);

  return { recording, fault, ms, levels, isFull, isLost };
}
