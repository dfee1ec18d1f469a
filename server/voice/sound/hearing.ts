import { soundFrameMs, soundFrameSamples } from "../../../shared/domain/callSound.ts";
import { beginningMs, createDetector, endingMs } from "./detector.ts";

/** What a call is told of its visitor's voice. `at`: when its last sound was. */
export interface HearingEars {
  onVoice(isOn: boolean): void;
  onWords(words: { part: number; text: string; at: number; hearMs: number }): void;
  /** Nothing that was said could be written down. */
  onDeaf(error: unknown): void;
}

export interface HearingParts {
  /** Writes down a piece of sound. */
  transcribe(sound: Int16Array<ArrayBuffer>): Promise<string>;
  /** Whether the agent speaks: who interrupts it is understood before they end. */
  isAgentSpeaking(): boolean;
  now: () => number;
}

/** Understands what a microphone sends. */
export interface Hearing {
  take(samples: Int16Array<ArrayBuffer>): void;
  /** Forgets what is being said. */
  mute(): void;
  stop(): void;
}

/** How often a call is told that somebody still speaks. */
const stillEveryFrames = 500 / soundFrameMs;
/** After how much sound an interruption is written down. */
const interruptFrames = 700 / soundFrameMs;
/** What goes on for longer is written down in pieces. */
const longestFrames = 30_000 / soundFrameMs;
const beginningFrames = beginningMs / soundFrameMs;

/** Cuts sound into what somebody says at a time, and has each piece written down; pieces keep their order. */
export function createHearing(
  { transcribe, isAgentSpeaking, now }: HearingParts,
  ears: HearingEars,
): Hearing {
  let detector = createDetector();
  let before: Int16Array<ArrayBuffer>[] = [];
  let said: Int16Array<ArrayBuffer>[] | null = null;
  let left = new Int16Array(0);
  let part = 0;
  let isOver = false;
  let hasAskedEarly = false;
  let last: Promise<void> = Promise.resolve();

  function takeFrame(frame: Int16Array<ArrayBuffer>): void {
    const found = detector.take(frame);
    if (said) said.push(frame);
    else before = [...before.slice(1 - beginningFrames), frame];
    if (found === "begins") {
      said = before;
      before = [];
      part += 1;
      hasAskedEarly = false;
      return ears.onVoice(true);
    }
    if (!said) return;
    if (found === "ends") {
      const whole = said;
      said = null;
      // Some of it may be the beginning of what comes next.
      before = whole.slice(-beginningFrames / 2);
      ears.onVoice(false);
      return ask(whole, now() - endingMs);
    }
    if (said.length % stillEveryFrames === 0) ears.onVoice(true);
    if (!hasAskedEarly && said.length >= interruptFrames + beginningFrames / 2 && isAgentSpeaking()) {
      hasAskedEarly = true;
      ask([...said], now());
    }
    if (said.length < longestFrames) return;
    ask(said, now());
    said = [];
    part += 1;
  }

  function ask(frames: readonly Int16Array[], at: number): void {
    const sound = new Int16Array(frames.length * soundFrameSamples);
    for (const [index, frame] of frames.entries()) sound.set(frame, index * soundFrameSamples);
    const asked = part;
    const from = performance.now();
    const writing = transcribe(sound);
    // It is waited for in turn.
    writing.catch(() => {});
    last = last.then(async () => {
      try {
        const text = await writing;
        const hearMs = Math.round(performance.now() - from);
        if (!isOver && text !== "") ears.onWords({ part: asked, text, at, hearMs });
      } catch (error) {
        if (!isOver) ears.onDeaf(error);
      }
    });
  }

  return {
    take(samples) {
      if (isOver) return;
      const all = new Int16Array(left.length + samples.length);
      all.set(left);
      all.set(samples, left.length);
      let at = 0;
      for (; at + soundFrameSamples <= all.length; at += soundFrameSamples)
        takeFrame(all.slice(at, at + soundFrameSamples));
      left = all.slice(at);
    },
    mute() {
      if (said) ears.onVoice(false);
      said = null;
      before = [];
      detector = createDetector();
    },
    stop: () => void (isOver = true),
  };
}
