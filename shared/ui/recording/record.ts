import { attachmentTypeOf, audioTypes, endingOf } from "../../domain/attachments.ts";

/** A recording while it is made. */
export interface Recording {
  /** How loud it is now, from 0 to 1. */
  readLevel(): number;
  /** Comes where the microphone is gone before it was asked to end; what was recorded stays. */
  readonly lost: Promise<void>;
  /** Ends it; what was recorded stays. */
  stop(): void;
  /** Ends it and gives it as a file of this name, with the ending of its kind. */
  finish(name: string): Promise<File>;
  /** Ends it and forgets it. */
  cancel(): void;
}

/**
 * Why there is none: the page is not secure, the browser can't, there is no microphone, it may not be used, or another
 * program has it.
 */
export type RecordFault = "insecure" | "unsupported" | "missing" | "refused" | "busy";

export class CannotRecord extends Error {
  readonly why: RecordFault;

  constructor(why: RecordFault) {
    super(why);
    this.why = why;
  }
}

/** Speech needs nothing more, and five minutes stay under two megabytes. */
const bitsPerSecond = 32_000;
/** What browsers record, the smallest first; they ask for a codec with it. */
const formats = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
const faults: Record<string, RecordFault> = { NotFoundError: "missing", NotReadableError: "busy" };

/** Asks for the microphone and begins. Throws CannotRecord. */
export async function record(): Promise<Recording> {
  // A page that is not secure has no microphones at all.
  if (!navigator.mediaDevices) throw new CannotRecord("insecure");
  if (typeof MediaRecorder === "undefined") throw new CannotRecord("unsupported");
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    throw new CannotRecord((error instanceof Error && faults[error.name]) || "refused");
  });
  try {
    return begin(stream);
  } catch {
    letGo(stream);
    throw new CannotRecord("unsupported");
  }
}

function begin(stream: MediaStream): Recording {
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType && { mimeType }),
  });
  const pieces: Blob[] = [];
  let isAsked = false;
  const lost = new Promise<void>((resolve) => recorder.addEventListener("stop", () => !isAsked && resolve()));
  const stopped = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve()));
  recorder.addEventListener("dataavailable", ({ data }) => void pieces.push(data));
  recorder.start();
  const meter = openMeter(stream);

  function stop(): void {
    isAsked = true;
    if (recorder.state !== "inactive") recorder.stop();
    letGo(stream);
    meter.close();
  }

  return {
    readLevel: meter.read,
    lost,
    stop,
    async finish(name) {
      stop();
      await stopped;
      const type = attachmentTypeOf({ name: "", contentType: recorder.mimeType }) ?? audioTypes[0];
      return new File(pieces, `${name}.${endingOf(type)}`, { type });
    },
    cancel: stop,
  };
}

interface Meter {
  read(): number;
  close(): void;
}

/** Hears how loud it is. Firefox refuses a microphone of another rate than the speakers': it is recorded all the same. */
function openMeter(stream: MediaStream): Meter {
  let context: AudioContext | undefined;
  const close = () => void context?.close().catch(() => {});
  try {
    context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const read = () => {
      analyser.getByteTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 128;
    };
    return { read, close };
  } catch {
    close();
    return { read: () => 0, close: () => {} };
  }
}

/** The browser's own sign of a recording goes with its tracks. */
function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
