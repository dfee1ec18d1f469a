import type { CallEnding, CallState } from "../../shared/domain/call.ts";
import type { CallWords } from "../../shared/words/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { SpeakIn } from "../conversations/threads/speakIn.ts";
import { newId } from "../database/ids.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { Line, Numbered } from "./line.ts";
import { hearUntil, listSources, speakAnswer } from "./speech.ts";
import type { Saying, SpokenAnswer } from "./speech.ts";
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

export interface EngineParts {
  language: string;
  words: CallWords;
  line: Pick<Line, "send">;
  speakIn: SpeakIn;
  /** The visitor as they are now; null where nothing more is taken from them. */
  findVisitor(): Promise<VisitorCaller | null>;
  /** Counts a message; throws where there were too many. */
  countMessage(visitor: VisitorCaller): void;
  thread: { threadId?: string | undefined; newThreadId?: string | undefined };
  scheduler: Pick<Scheduler, "after">;
  now: () => number;
  report: (error: unknown) => void;
  /** Words go out as they come, to somebody who makes sentences of them. */
  isByWord?: boolean;
  /** All that is to be said now is sent. */
  onSaid?(): void;
  /** Whether the call goes on where people have the conversation: what they write is said. Left out, it ends there. */
  staysWithPeople?(threadId: string): Promise<boolean>;
  onTurn(times: TurnTimes): void;
  onThread(threadId: string): void;
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

/** How long after the agent's last word its echo may still come. */
const echoMs = 1200;
/** A loudspeaker that tells nothing for this long is taken for silent, and the call continues. */
const silentMs = 20_000;

/** Makes the engine of one call; phones drive it with the same frames. */
export function createEngine(parts: EngineParts): Engine {
  const { line, words, language, speakIn, scheduler, now, report } = parts;
  let turns = beginTurns(now());
  let told: CallState = "listening";
  let endTimer: (() => void) | undefined;
  let endSilence: (() => void) | undefined;
  const said = gatherParts();
  let { threadId, newThreadId } = parts.thread;
  let sayings: Saying[] = [];
  let lastId = 0;
  let answer: SpokenAnswer | null = null;
  /** The last answer, where it is taken for heard. */
  let spoken: { answer: SpokenAnswer; sayings: Saying[] } | null = null;
  let answering = new AbortController();
  /** Cutting what was not heard comes before the next question. */
  let cutting: Promise<void> = Promise.resolve();
  /** What the visitor says is stored one after the other: the first begins the conversation of the next. */
  let storing: Promise<unknown> = Promise.resolve();
  let times: (TurnTimes & { from: number }) | null = null;
  let hearMs: number | undefined;
  let lastHeardAt = 0;
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
    lastId += 1;
    sayings.push({ id: lastId, text, heard: 0, from: place?.from ?? null, to: place?.to ?? 0 });
    line.send({ type: "say", id: lastId, text });
    awaitSound();
    if (turns.state !== "speaking") happen({ type: "speaks" });
    if (place === null) parts.onSaid?.();
  }

  function awaitSound(): void {
    endSilence?.();
    endSilence = scheduler.after({
      name: "goes on with a silent call",
      ms: silentMs,
      work() {
        for (const saying of sayings) saying.heard = saying.text.length;
        lookWhetherSpoken();
      },
    });
  }

  function hear({ id, characters }: { id: number; characters: number }): void {
    const saying = sayings.find((one) => one.id === id);
    if (!saying) return;
    lastHeardAt = now();
    if (times && saying.from !== null) {
      const { from, ...told } = times;
      parts.onTurn({ ...told, soundMs: Math.max(0, lastHeardAt - from) });
      times = null;
    }
    saying.heard = Math.max(saying.heard, Math.min(characters, saying.text.length));
    awaitSound();
    lookWhetherSpoken();
  }

  function lookWhetherSpoken(): void {
    const isSpoken = sayings.every(({ heard, text }) => heard >= text.length);
    if (!isSpoken || (answer && !answer.isWhole())) return;
    endSilence?.();
    spoken = answer && { answer, sayings };
    sayings = [];
    answer = null;
    if (ending) return over(ending);
    if (turns.state !== "listening") happen({ type: "spoken" });
  }

  function interrupt(): void {
    line.send({ type: "drop" });
    endSilence?.();
    ending = null;
    answering.abort();
    if (answer) cut(answer.messageId, answer.measureHeard(sayings));
    sayings = [];
    answer = null;
  }

  /** Null: all of it was heard. */
  function cut(messageId: string, length: number | null): void {
    const where = threadId;
    if (length === null || where === undefined) return;
    cutting = cutting
      .then(async () => {
        const caller = await parts.findVisitor();
        if (caller) await speakIn.cut({ caller, threadId: where, messageId, length });
      })
      .catch(report);
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
      const stored = storing.then(() => store({ text, clientId, signal }));
      storing = stored.catch(() => {});
      const taken = await stored;
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

  /** Stores what was said, and has it answered; null where nothing more is taken from the visitor. */
  async function store({
    text,
    clientId,
    signal,
  }: {
    text: string;
    clientId?: string | undefined;
    signal: AbortSignal;
  }) {
    await cutting;
    const caller = await parts.findVisitor();
    if (!caller) return null;
    parts.countMessage(caller);
    const wanted = threadId === undefined ? { newThreadId } : { threadId };
    const said = { clientId: clientId ?? newId(now()), content: text };
    const sent = await speakIn.say({ caller, ...said, signal, ...wanted });
    threadId = sent.threadId;
    newThreadId = undefined;
    parts.onThread(threadId);
    line.send({ type: "turn", threadId, messageId: sent.messageId });
    // The visitor went on speaking before the answer had begun.
    if (signal.aborted && sent.answer) cut(sent.answer.id, 0);
    return { caller, sent };
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
    if (sayings.length > 0) lookWhetherSpoken();
    else if (turns.state !== "listening") happen({ type: "spoken" });
  }

  /** A visitor who is speaking finishes first. */
  async function lookForPeople(): Promise<void> {
    const where = threadId;
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
    endSilence?.();
    parts.onOver(reason);
  }

  function hearWords({ part, text, at }: { part: number; text: string; at?: number }): void {
    const isEchoing = turns.state === "speaking" || now() - lastHeardAt < echoMs;
    const heard = isEchoing ? withoutEcho(text, recentlySaid()) : text;
    const all = said.put(part, heard);
    line.send({ type: "caption", text: all });
    happen({ type: "words", text: all, ...(at !== undefined && { at }) });
  }

  let recent = "";
  /** What is said at this moment, with the sentence before. */
  function recentlySaid(): string {
    const at = sayings.findIndex(({ heard, text }) => heard < text.length);
    const near = at < 0 ? sayings.slice(-2) : sayings.slice(Math.max(0, at - 1), at + 1);
    if (near.length > 0) recent = near.map(({ text }) => text).join(" ");
    return recent;
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
      if (sayings.length > 0) {
        hearUntil(sayings, utterance);
        happen({ type: "stopped" });
      } else if (spoken) {
        hearUntil(spoken.sayings, utterance);
        cut(spoken.answer.messageId, spoken.answer.measureHeard(spoken.sayings));
        spoken = null;
      }
    },
    async stop() {
      isOver = true;
      endTimer?.();
      endSilence?.();
      answering.abort();
      if (answer) cut(answer.messageId, answer.measureHeard(sayings));
      await cutting;
    },
  };
}
