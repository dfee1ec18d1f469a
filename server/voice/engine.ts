import type { CallEnding, CallState } from "../../shared/domain/call.ts";
import type { CallWords } from "../../shared/words/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { SpeakIn } from "../conversations/threads/speakIn.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { Numbered } from "./line.ts";
import { createSayings } from "./sayings.ts";
import { hearUntil, listSources, speakAnswer } from "./speech.ts";
import type { Saying, SpokenAnswer } from "./speech.ts";
import { createStoring } from "./storing.ts";
import type { StoringParts } from "./storing.ts";
import { beginTurns, dueAt, takeTurn } from "./turns.ts";
import type { TurnAction, TurnEvent } from "./turns.ts";
import { gatherParts, withoutEcho } from "./words.ts";

/** How long a turn took, in milliseconds from the end of the visitor's speech. */
export interface TurnTimes {
  messageId: string;
  /** Until its words were sent, its answer's first word was there, and its first sound came out. */
  sentMs: number;
  wordMs: number | null;
  soundMs: number | null;
  /** How long writing down what was said took, where the server did that. */
  hearMs?: number;
}

/** What the server has understood. `at`: when its sound ended. */
export interface Understood {
  part: number;
  text: string;
  at: number;
  hearMs: number;
}

export interface EngineParts extends StoringParts {
  language: string;
  words: CallWords;
  scheduler: Pick<Scheduler, "after">;
  /** Words go out as they come, to somebody who makes sentences of them. */
  isByWord?: boolean;
  /** All that is to be said now is sent. */
  onSaid?(): void;
  /** Whether the call goes on where people have the conversation: what they write is said. Left out, it ends there. */
  staysWithPeople?(threadId: string): Promise<boolean>;
  onTurn(times: TurnTimes): void;
  onOver(reason: CallEnding): void;
}

/** One call: takes what the visitor does, and says what the agent answers. */
export interface Engine {
  /** Says the first words of the call; without any it listens. */
  begin(greeting: string): void;
  take(frame: Numbered): void;
  /** Says something that is no answer; with `reason` the call ends behind it. */
  tell(text: string, reason?: CallEnding): void;
  /** The sound was stopped after these words, because the visitor spoke. */
  stopped(utterance: string): void;
  understand(words: Understood): void;
  /** Stops everything; what is being said is cut where it is. */
  stop(): Promise<void>;
}

/** Makes the engine of one call; phones drive it with the same frames. */
export function createEngine(parts: EngineParts): Engine {
  const { line, words, language, speakIn, scheduler, now, report } = parts;
  let turns = beginTurns(now());
  let told: CallState = "listening";
  let endTimer: (() => void) | undefined;
  const said = gatherParts();
  const storing = createStoring(parts);
  const sayings = createSayings({ line, scheduler, now, onSilent: () => lookWhetherSpoken() });
  let answer: SpokenAnswer | null = null;
  /** The last answer, where it is taken for heard. */
  let spoken: { answer: SpokenAnswer; sayings: readonly Saying[] } | null = null;
  let answering = new AbortController();
  let times: (TurnTimes & { from: number }) | null = null;
  let hearMs: number | undefined;
  /** What the call ends with once all is said. */
  let ending: CallEnding | null = null;
  let isOver = false;

  function happen(event: TurnEvent): void {
    if (isOver) return;
    const before = turns;
    const step = takeTurn(turns, event, now());
    turns = step.turns;
    for (const action of step.actions) act(action, before.heardAt);
    if (turns.state !== told) {
      told = turns.state;
      line.send({ type: "state", state: told });
    }
    endTimer?.();
    const due = dueAt(turns);
    endTimer =
      due === null || isOver
        ? undefined
        : scheduler.after({
            name: "takes a turn of a call",
            ms: Math.max(0, due - now()),
            work: () => happen({ type: "time" }),
          });
  }

  function act(action: TurnAction, heardAt: number): void {
    switch (action.type) {
      case "pause":
      case "goOn":
        return line.send({ type: action.type });
      case "interrupt":
        return interrupt();
      case "send":
        said.close();
        return void send(action, heardAt);
      case "askStillThere":
        return say(words.stillThere);
      case "sayGoodbye":
        ending = "silence";
        return say(words.goodbye);
    }
  }

  /** Says something beside an answer, or a sentence of it. */
  function say(text: string, place: { from: number; to: number } | null = null): void {
    if (isOver) return;
    sayings.say(text, place);
    if (turns.state !== "speaking") happen({ type: "speaks" });
    if (place === null) parts.onSaid?.();
  }

  function hear(sound: { id: number; characters: number }): void {
    const saying = sayings.hear(sound);
    if (!saying) return;
    if (times && saying.from !== null) {
      const { from, ...told } = times;
      parts.onTurn({ ...told, soundMs: Math.max(0, now() - from) });
      times = null;
    }
    lookWhetherSpoken();
  }

  function lookWhetherSpoken(): void {
    if (!sayings.isSpoken() || (answer && !answer.isWhole())) return;
    sayings.endSilence();
    spoken = answer && { answer, sayings: sayings.list() };
    sayings.drop();
    answer = null;
    if (ending) return over(ending);
    if (turns.state !== "listening") happen({ type: "spoken" });
  }

  function interrupt(): void {
    line.send({ type: "drop" });
    sayings.endSilence();
    ending = null;
    answering.abort();
    if (answer) storing.cut(answer.messageId, answer.measureHeard(sayings.list()));
    sayings.drop();
    answer = null;
  }

  async function send(
    { text, clientId }: { text: string; clientId?: string | undefined },
    from: number,
  ): Promise<void> {
    let isStored = false;
    spoken = null;
    answering = new AbortController();
    const { signal } = answering;
    try {
      const taken = await storing.store({ text, clientId, signal });
      if (!taken) return over("refused");
      isStored = true;
      const { caller, sent } = taken;
      const where = sent.threadId;
      const sentMs = Math.max(0, now() - from);
      if (signal.aborted) return;
      if (!sent.answer) return await giveToPeople(where);
      times = { messageId: sent.messageId, sentMs, wordMs: null, soundMs: null, from };
      if (hearMs !== undefined) times.hearMs = hearMs;
      await speak(sent.answer, signal);
      if (signal.aborted) return;
      if (await speakIn.isWithPeople({ caller, threadId: where })) await giveToPeople(where);
      else lookWhetherSpoken();
    } catch (error) {
      if (clientId !== undefined && !isStored) line.send({ type: "untaken", clientId });
      if (signal.aborted) return;
      if (!(error instanceof AppError)) report(error);
      answer = null;
      say(words.problem);
    }
  }

  async function speak(
    { id, events }: NonNullable<Awaited<ReturnType<SpeakIn["say"]>>["answer"]>,
    signal: AbortSignal,
  ): Promise<void> {
    const speech = speakAnswer(id, { language, isByWord: parts.isByWord });
    answer = speech;
    let hasSaid = false;
    for await (const event of events) {
      if (signal.aborted) return;
      if (event.type === "delta" && times && times.wordMs === null)
        times.wordMs = Math.max(0, now() - times.from);
      for (const { text, from, to } of speech.take(event)) {
        say(text, { from, to });
        hasSaid = true;
      }
      if (event.type === "failed" && !hasSaid) say(words.problem);
    }
    const sources = listSources(speech.citations());
    if (hasSaid && sources.length > 0 && !signal.aborted) {
      const list = new Intl.ListFormat(language, { type: "conjunction" }).format(sources);
      say(words.from.replace("{sources}", list));
    } else if (!signal.aborted) parts.onSaid?.();
  }

  /** Their words are said while they are there; else the call ends. */
  async function giveToPeople(where: string): Promise<void> {
    if (!(await parts.staysWithPeople?.(where))) return handOver();
    if (sayings.list().length > 0) lookWhetherSpoken();
    else if (turns.state !== "listening") happen({ type: "spoken" });
  }

  /** A visitor who is speaking finishes first. */
  async function lookForPeople(): Promise<void> {
    const where = storing.threadId();
    const caller = where === undefined ? null : await parts.findVisitor();
    if (where === undefined || !caller || !(await speakIn.isWithPeople({ caller, threadId: where }))) return;
    const isBetween = turns.state !== "thinking" && turns.text === "";
    if (isBetween && ending === null && !isOver) await giveToPeople(where);
  }

  function handOver(): void {
    if (ending === "handover") return lookWhetherSpoken();
    ending = "handover";
    say(words.handedOver);
  }

  function over(reason: CallEnding): void {
    if (isOver) return;
    isOver = true;
    endTimer?.();
    sayings.endSilence();
    parts.onOver(reason);
  }

  function hearWords({ part, text, at }: { part: number; text: string; at?: number }): void {
    const isEchoing = turns.state === "speaking" || sayings.isEchoing();
    const heard = isEchoing ? withoutEcho(text, sayings.recentlySaid()) : text;
    const all = said.put(part, heard);
    line.send({ type: "caption", text: all });
    happen({ type: "words", text: all, ...(at !== undefined && { at }) });
  }

  return {
    begin(greeting) {
      line.send({ type: "state", state: told });
      if (greeting.trim() !== "") say(greeting.trim());
      else happen({ type: "time" });
    },
    take(frame) {
      switch (frame.type) {
        case "voice":
          return happen({ type: "voice", isOn: frame.isOn });
        case "words":
          return hearWords(frame);
        case "typed":
          return frame.text.trim() === "" ? undefined : happen({ ...frame, text: frame.text.trim() });
        case "writes":
          return happen({ type: "writes" });
        case "look":
          return void lookForPeople().catch(report);
        case "heard":
          return hear(frame);
        case "mute":
          return happen({ type: "mute", isOn: frame.isOn });
        case "end":
          if (turns.state === "speaking" || turns.state === "thinking") interrupt();
          return over("visitor");
      }
    },
    understand(words) {
      ({ hearMs } = words);
      hearWords(words);
    },
    tell(text, reason) {
      if (reason !== undefined) ending = reason;
      say(text);
    },
    stopped(utterance) {
      if (sayings.list().length > 0) {
        hearUntil(sayings.list(), utterance);
        happen({ type: "stopped" });
      } else if (spoken) {
        hearUntil(spoken.sayings, utterance);
        storing.cut(spoken.answer.messageId, spoken.answer.measureHeard(spoken.sayings));
        spoken = null;
      }
    },
    async stop() {
      isOver = true;
      endTimer?.();
      sayings.endSilence();
      answering.abort();
      if (answer) storing.cut(answer.messageId, answer.measureHeard(sayings.list()));
      await storing.whole();
    },
  };
}
