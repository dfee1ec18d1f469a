import type { CallEnding } from "../../shared/domain/call.ts";
import { maxMessageCharacters } from "../../shared/domain/limits.ts";
import { createEngine } from "./engine.ts";
import type { EngineParts } from "./engine.ts";
import type { RelayDown, RelayUp } from "./relayFrames.ts";

export interface RelayParts extends Omit<EngineParts, "line" | "isByWord" | "onSaid"> {
  send(frame: RelayDown): void;
  /** What the provider says by itself when the call begins. */
  greeting: string;
  /** Takes what was said in place of the agent; gives whether it did. */
  takeWords?(text: string): boolean;
  /** Takes keys that were pressed one after the other; gives whether it did. */
  takeKeys?(keys: string): boolean;
}

/** One telephone call: the engine of all calls, driven by a provider that hears and speaks by itself. */
export interface Relay {
  take(frame: Exclude<RelayUp, { type: "setup" }>): void;
  /** Says something that is no answer; with `reason` the call ends behind it, whatever the caller says meanwhile. */
  tell(text: string, reason?: CallEnding): void;
  /** The call is over: what was not heard by now is cut. */
  stop(): Promise<void>;
}

/** How long a voice takes for a character, and how much later than that a provider is surely done. */
const characterMs = 70;
const lagMs = 800;
/** How often it is checked how far the voice is. */
const lookEveryMs = 500;
/** Keys that follow within this time belong together. */
const keysWithinMs = 2000;

interface Playing {
  id: number;
  length: number;
  endsAt: number;
}

/**
 * Makes the relay of one call. Providers say only what was cut, not how far the voice is, so that is reckoned by the length
 * of the words; what the caller says without an interruption was said after all of it.
 */
export function createRelay({ send, greeting, takeWords, takeKeys, ...parts }: RelayParts): Relay {
  const { scheduler, now } = parts;
  let playing: Playing[] = [];
  let playedAt = now();
  let isGreeting = greeting.trim() !== "";
  let hasSaid = false;
  let isEnding = false;
  let keys = "";
  let endLook: (() => void) | undefined;
  let endKeys: (() => void) | undefined;

  const engine = createEngine({
    ...parts,
    isByWord: true,
    line: {
      send(frame) {
        if (frame.type === "say") speak(frame.id, frame.text);
        else if (frame.type === "drop") {
          playing = [];
          playedAt = now();
          hasSaid = false;
        }
      },
    },
    onSaid() {
      if (hasSaid) put({ token: "", last: true });
      hasSaid = false;
    },
  });

  function put(text: { token: string; last: boolean }): void {
    send({ type: "text", ...text, ...(isEnding && { interruptible: false }) });
  }

  function speak(id: number, text: string): void {
    playedAt = Math.max(playedAt, now()) + text.length * characterMs;
    playing.push({ id, length: text.length, endsAt: playedAt + lagMs });
    lookLater();
    if (isGreeting) return void (isGreeting = false);
    // Tokens are put together as they are: words need their spaces, and signs stand at their word.
    const gap = hasSaid && !/^[.,;:!?…)\]]/.test(text) ? " " : "";
    put({ token: gap + text, last: false });
    hasSaid = true;
    engine.take({ n: 0, type: "heard", id, characters: 0 });
  }

  function lookLater(): void {
    if (endLook || playing.length === 0) return;
    const next = playing[0]?.endsAt ?? now();
    endLook = scheduler.after({
      name: "looks how far the voice of a call is",
      ms: Math.max(lookEveryMs, next - now()),
      work() {
        endLook = undefined;
        hear(now());
        lookLater();
      },
    });
  }

  /** What was played by then was heard. */
  function hear(until: number): void {
    const heard = playing.filter(({ endsAt }) => endsAt <= until);
    playing = playing.filter(({ endsAt }) => endsAt > until);
    for (const { id, length } of heard) engine.take({ n: 0, type: "heard", id, characters: length });
  }

  function hearWords(text: string): void {
    engine.take({ n: 0, type: "voice", isOn: false });
    if (text === "") return;
    hear(Infinity);
    if (takeWords?.(text)) return;
    engine.take({ n: 0, type: "typed", text: text.slice(0, maxMessageCharacters) });
  }

  function press(digit: string): void {
    endKeys?.();
    if (digit !== "#") keys += digit;
    const end = () => {
      endKeys = undefined;
      const pressed = keys;
      keys = "";
      if (pressed !== "" && !takeKeys?.(pressed)) hearWords(pressed);
    };
    if (digit === "#" || keys.length >= 40) return end();
    endKeys = scheduler.after({ name: "takes the keys of a call", ms: keysWithinMs, work: end });
  }

  engine.begin(greeting);
  return {
    take(frame) {
      if (isEnding) return;
      switch (frame.type) {
        case "prompt":
          if (frame.last) return hearWords(frame.voicePrompt.trim());
          return engine.take({ n: 0, type: "voice", isOn: true });
        case "interrupt":
          playing = [];
          playedAt = now();
          return engine.stopped(frame.utteranceUntilInterrupt);
        case "dtmf":
          return press(frame.digit);
        case "error":
          return parts.report(
            new Error(`The telephone provider refused a frame: ${frame.description.slice(0, 300)}`),
          );
      }
    },
    tell(text, reason) {
      if (isEnding) return;
      if (reason !== undefined) isEnding = true;
      engine.tell(text, reason);
    },
    async stop() {
      endLook?.();
      endKeys?.();
      hear(now() + lagMs);
      await engine.stop();
    },
  };
}
