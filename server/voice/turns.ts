import {
  bargeInMs,
  goodbyeMs,
  noisyPauseMs,
  sentencePauseMs,
  stillThereMs,
  thoughtPauseMs,
} from "../../shared/domain/call.ts";
import type { CallState } from "../../shared/domain/call.ts";

/** How far a call is, between the two who speak. */
export interface Turns {
  state: CallState;
  /** Somebody makes a sound. */
  isVoice: boolean;
  /** What the visitor has said in their turn so far. */
  text: string;
  /** When they last made a sound, or their words changed. */
  heardAt: number;
  /** Since when the agent holds its breath for a sound; null while it does not. */
  pausedAt: number | null;
  /** Since when nobody has said anything. */
  quietSince: number;
  hasAsked: boolean;
  isMuted: boolean;
}

/** What happens in a call. `words` holds all that was said in this turn, `at` when its sound ended where that was earlier. */
export type TurnEvent =
  | { type: "voice"; isOn: boolean }
  | { type: "words"; text: string; at?: number }
  | { type: "typed"; text: string; clientId?: string | undefined }
  /** They are typing, so silence doesn't mean that they left. */
  | { type: "writes" }
  /** The agent begins to speak, and has been heard to its end, or has nothing more to say. */
  | { type: "speaks" }
  | { type: "spoken" }
  | { type: "mute"; isOn: boolean }
  /** The player has stopped the sound, because the visitor spoke. */
  | { type: "stopped" }
  | { type: "time" };

/** What is to be done about it. */
export type TurnAction =
  | { type: "send"; text: string; clientId?: string | undefined }
  | { type: "pause" }
  | { type: "goOn" }
  /** What the agent has not said yet is never said. */
  | { type: "interrupt" }
  | { type: "askStillThere" }
  | { type: "sayGoodbye" };

export interface Step {
  turns: Turns;
  actions: TurnAction[];
}

/** The beginning of a call: the visitor's turn. */
export function beginTurns(now: number): Turns {
  return {
    ...{ state: "listening", isVoice: false, text: "", heardAt: now, pausedAt: null },
    ...{ quietSince: now, hasAsked: false, isMuted: false },
  };
}

/** Gives what a call is after something happened, and what is to be done. */
export function takeTurn(before: Turns, event: TurnEvent, now: number): Step {
  switch (event.type) {
    case "voice":
      return hearVoice(before, event.isOn, now);
    case "words":
      return hearWords(before, event, now);
    case "typed":
      return sendNow(before, event, now);
    case "writes":
      return done({ ...before, quietSince: now, hasAsked: false });
    case "speaks":
      return done({ ...before, state: "speaking", pausedAt: null });
    case "spoken":
      return done({
        ...before,
        ...{ state: "listening", pausedAt: null, heardAt: now },
        // A visitor who was asked whether they are there is still silent.
        quietSince: before.hasAsked ? before.quietSince : now,
      });
    case "mute":
      return done({
        ...before,
        ...{ isMuted: event.isOn, isVoice: event.isOn ? false : before.isVoice },
        ...{ heardAt: now, quietSince: now },
      });
    case "stopped":
      return before.state === "listening"
        ? done(before)
        : done(
            { ...before, state: "listening", pausedAt: null, heardAt: now, quietSince: now, hasAsked: false },
            { type: "interrupt" },
          );
    case "time":
      return takeTime(before, now);
  }
}

/** When something is due if nothing happens before; null for never. */
export function dueAt(turns: Turns): number | null {
  const { state, text, pausedAt, quietSince, hasAsked, isMuted, isVoice, heardAt } = turns;
  if (state === "thinking") return null;
  if (state === "speaking") return pausedAt === null ? null : pausedAt + bargeInMs;
  if (text !== "") return heardAt + pauseOf(turns);
  if (isMuted || isVoice) return null;
  return quietSince + (hasAsked ? goodbyeMs : stillThereMs);
}

function hearVoice(before: Turns, isOn: boolean, now: number): Step {
  const turns = { ...before, isVoice: isOn, heardAt: now };
  const isBargeIn = isOn && !before.isVoice && before.state === "speaking" && before.pausedAt === null;
  return isBargeIn ? done({ ...turns, pausedAt: now }, { type: "pause" }) : done(turns);
}

function hearWords(before: Turns, { text, at }: { text: string; at?: number }, now: number): Step {
  if (!hasLetters(text) || text === before.text) return done(before);
  const heardAt = Math.max(at ?? now, before.text === "" ? 0 : before.heardAt);
  const turns = { ...before, text, heardAt, hasAsked: false, quietSince: now };
  if (before.state === "listening") return done(turns);
  // A cough, or a word that only says that somebody listens, stops nobody.
  if (isAssent(text)) return done(before);
  return done({ ...turns, state: "listening", pausedAt: null }, { type: "interrupt" });
}

function sendNow(
  before: Turns,
  { text, clientId }: { text: string; clientId?: string | undefined },
  now: number,
): Step {
  const interrupted: TurnAction[] = before.state === "listening" ? [] : [{ type: "interrupt" }];
  const turns = { ...thinking(before), quietSince: now, hasAsked: false };
  return done(turns, ...interrupted, { type: "send", text, clientId });
}

function takeTime(before: Turns, now: number): Step {
  const due = dueAt(before);
  if (due === null || now < due) return done(before);
  if (before.state === "speaking") return done({ ...before, pausedAt: null }, { type: "goOn" });
  if (before.text !== "") return done(thinking(before), { type: "send", text: before.text });
  if (before.hasAsked) return done(before, { type: "sayGoodbye" });
  return done({ ...before, hasAsked: true }, { type: "askStillThere" });
}

function thinking(before: Turns): Turns {
  return { ...before, state: "thinking", text: "", pausedAt: null };
}

function done(turns: Turns, ...actions: TurnAction[]): Step {
  return { turns, actions };
}

/** How long the silence, or with noise the sameness of the words, lasts that ends a turn. */
function pauseOf({ text, isVoice }: Turns): number {
  if (isVoice) return noisyPauseMs;
  return /[.!?…。！？؟]["'”’»)\]]*$/u.test(text.trim()) ? sentencePauseMs : thoughtPauseMs;
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Sounds that people make while they listen, in the languages of the chat; words of agreement are none of them. */
const assents = new Set(
  "mhm mmhm mm mmm hm hmm hmmm uh um uhm uhhuh uhuh huh ah aha oh ooh eh er erm äh ähm öh hach euh heu bah eee este eh ahã hã ãh um امم آه اه ممم همم".split(
    " ",
  ),
);

/** Whether a text is no more than the sounds of somebody who listens. */
export function isAssent(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .split(/\s+/)
    .filter(Boolean);
  return words.every((word) => assents.has(word));
}
