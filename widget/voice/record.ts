import { attachmentTypeOf, audioTypes, endingOf } from "../../shared/domain/attachments.ts";
import { widgetWords } from "../../shared/words/widget.ts";

/** A recording while it is made. */
export interface Recording {
  /** How loud it is now, from 0 to 1. */
  readLevel(): number;
  /** Ends it; what was recorded stays. */
  stop(): void;
  /** Ends it and gives it as a file. */
  finish(): Promise<File>;
  /** Ends it and forgets it. */
  cancel(): void;
}

/** Why there is none, as the name of the words that say it. */
export type RecordFault = "microphoneInsecure" | "microphoneMissing" | "microphoneRefused";

export class CannotRecord extends Error {
  readonly why: RecordFault;

  constructor(why: RecordFault) {
    super(why);
    this.why = why;
  }
}

/** Speech needs no more, and two minutes stay under a megabyte. */
const bitsPerSecond = 32_000;
/** What browsers record, the smallest first; they ask for a codec with it. */
const formats = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];

/** Asks for the microphone and begins. Throws CannotRecord. */
export async function record(): Promise<Recording> {
  // A page that is not secure has no microphones at all.
  if (!navigator.mediaDevices || typeof MediaRecorder === "undefined") {
    throw new CannotRecord("microphoneInsecure");
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    const isMissing = error instanceof Error && error.name === "NotFoundError";
    throw new CannotRecord(isMissing ? "microphoneMissing" : "microphoneRefused");
  });
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType && { mimeType }),
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const pieces: Blob[] = [];
  const stopped = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve()));
  recorder.addEventListener("dataavailable", ({ data }) => void pieces.push(data));
  recorder.start();

  function stop(): void {
    if (recorder.state !== "inactive") recorder.stop();
    // The browser's own sign of a recording goes with them.
    for (const track of stream.getTracks()) track.stop();
    void context.close().catch(() => {});
  }

  return {
    readLevel() {
      analyser.getByteTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 128;
    },
    stop,
    async finish() {
      stop();
      await stopped;
      const type = attachmentTypeOf({ name: "", contentType: recorder.mimeType }) ?? audioTypes[0];
      return new File(pieces, `${widgetWords.voiceMessage}.${endingOf(type)}`, { type });
    },
    cancel: stop,
  };
}
