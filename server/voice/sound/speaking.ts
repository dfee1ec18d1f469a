import type { SoundPart } from "../../models/soundReader.ts";
import type { Speaker } from "../../models/speaker.ts";
import { tryTwice } from "./tryTwice.ts";

/** Where what is said goes. */
export interface SpeakingEars {
  onSound(id: number, sound: { kind: "samples" | "file"; rate: number }): void;
  onBytes(id: number, bytes: Uint8Array<ArrayBuffer>): void;
  onEnd(id: number): void;
  /** The provider says nothing: what waits is read. */
  onDumb(error: unknown): void;
}

/** Says the sentences of a call, one after the other, each as soon as the one before has come. */
export interface Speaking {
  say(saying: { id: number; text: string }): void;
  /** Forgets what waits, and what is coming. */
  drop(): void;
}

/** After how long a provider that failed is asked again. */
const silentForMs = 30_000;
/** The most that goes in one frame of bytes. */
const mostBytes = 16_000;

/** Makes what speaks in one call. */
export function createSpeaking(
  { speaker, now }: { speaker: Pick<Speaker, "speak">; now: () => number },
  ears: SpeakingEars,
): Speaking {
  let waiting: { id: number; text: string }[] = [];
  let current: AbortController | null = null;
  let silentUntil = 0;

  async function speakAll(): Promise<void> {
    if (current) return;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const controller = new AbortController();
      current = controller;
      await speak(next, controller.signal);
      if (controller.signal.aborted) return;
    }
    current = null;
  }

  async function speak({ id, text }: { id: number; text: string }, signal: AbortSignal): Promise<void> {
    let hasBegun = false;
    const hear = (part: SoundPart) => {
      if (signal.aborted) return;
      if (!hasBegun) ears.onSound(id, { kind: part.kind, rate: part.kind === "samples" ? part.rate : 0 });
      hasBegun = true;
      for (let at = 0; at < part.bytes.length; at += mostBytes)
        ears.onBytes(id, part.bytes.slice(at, at + mostBytes));
    };
    try {
      if (now() >= silentUntil)
        await tryTwice(
          () => speaker.speak({ text, signal }, hear),
          () => !hasBegun && !signal.aborted,
        );
    } catch (error) {
      if (signal.aborted) return;
      silentUntil = now() + silentForMs;
      ears.onDumb(error);
    }
    if (!signal.aborted) ears.onEnd(id);
  }

  return {
    say(saying) {
      waiting.push(saying);
      void speakAll();
    },
    drop() {
      waiting = [];
      current?.abort(new Error("Nobody listens."));
      current = null;
    },
  };
}
