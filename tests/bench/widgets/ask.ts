import { toRequestError } from "../../../shared/client/requestError.ts";
import { resumeAnswer, sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import type { AnswerEvent, Message } from "../../../shared/contract/conversations/conversations.ts";
import { pause, type Widget } from "./widget.ts";

/** A message with its answer, as its visitor has them at the end. */
export interface Asked {
  message: Message | null;
  /** As the server says it at the end; null where none follows, or nothing more is to be had. */
  answer: Message | null;
  /** What was read of it, put together from its pieces. */
  text: string;
  /** How often a stream was cut before the end. */
  cuts: number;
  /** The longest time without a word between the first and the last one. */
  longestGapMs: number;
  /** The longest of those during which no stream was cut. */
  longestOpenGapMs: number;
}

export interface Question {
  clientId: string;
  content: string;
}

interface Reading extends Asked {
  answerId: string | null;
  generation: number;
  heardAt: number | null;
  /** How many streams had been cut then. */
  cutsWhenHeard: number;
  hear: (text: string) => void;
}

/** A stream that gives nothing, not even a heartbeat, is taken for dead. */
const silentForMs = 30_000;

/**
 * Sends a message and reads its answer to the end over every cut, as the widget does: repeated under its client id until
 * it is acknowledged, then gone on with from where the text stands.
 */
export async function ask(
  widget: Widget,
  question: Question,
  hear: (text: string) => void = () => {},
): Promise<Asked> {
  const reading: Reading = {
    ...{ message: null, answer: null, text: "", cuts: 0, longestGapMs: 0, longestOpenGapMs: 0 },
    ...{ answerId: null, generation: 0, heardAt: null, cutsWhenHeard: 0, hear },
  };
  for (let failures = 0; reading.message === null; failures += 1) {
    const outcome = await sendOnce(widget, question, reading);
    if (outcome === "ended") return reading;
    if (reading.message === null) await pause(failures, outcome.retryAfterMs);
  }
  for (let failures = 0; ; failures += 1) {
    const before = reading.text;
    await pause(failures);
    if (await resumeOnce(widget, reading)) return reading;
    if (reading.text !== before) failures = 0;
  }
}

async function sendOnce(
  widget: Widget,
  question: Question,
  reading: Reading,
): Promise<"ended" | { retryAfterMs: number }> {
  const silence = watchSilence();
  const { threadId } = widget;
  try {
    const events = widget.client.stream(sendMessage, {
      params: { productId: widget.agentId },
      body: { data: { ...question, attachments: [], ...(threadId !== null && { threadId }) } },
      signal: silence.signal,
      onActivity: silence.postpone,
    });
    for await (const event of events) {
      if (event.type === "accepted") widget.threadId = event.thread.id;
      if (take(reading, event)) return "ended";
    }
    reading.cuts += 1;
    return { retryAfterMs: 0 };
  } catch (thrown) {
    const error = toRequestError(thrown);
    if (reading.message === null && isFinal(error.status)) throw error;
    reading.cuts += 1;
    return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 };
  } finally {
    silence.stop();
  }
}

/** Reads the rest of the answer; true when there is nothing more to read. */
async function resumeOnce(widget: Widget, reading: Reading): Promise<boolean> {
  const { threadId } = widget;
  if (reading.answerId === null || threadId === null) return true;
  const silence = watchSilence();
  try {
    const events = widget.client.stream(resumeAnswer, {
      params: { productId: widget.agentId, threadId, messageId: reading.answerId },
      query: { offset: reading.text.length, generation: reading.generation },
      signal: silence.signal,
      onActivity: silence.postpone,
    });
    for await (const event of events) if (take(reading, event)) return true;
    reading.cuts += 1;
    return false;
  } catch (thrown) {
    reading.cuts += 1;
    return isFinal(toRequestError(thrown).status);
  } finally {
    silence.stop();
  }
}

/** Takes an event; true when it was the last one. */
function take(reading: Reading, event: AnswerEvent): boolean {
  switch (event.type) {
    case "accepted":
      reading.message = event.message;
      reading.answerId = event.answer?.id ?? null;
      reading.generation = event.answer?.generation ?? 0;
      return event.answer === null;
    case "restart":
      reading.generation = event.generation;
      reading.text = "";
      return false;
    case "delta": {
      const known = reading.text.length - event.offset;
      if (event.generation !== reading.generation || known < 0 || known >= event.text.length) return false;
      const fresh = event.text.slice(known);
      const now = performance.now();
      const gapMs = now - (reading.heardAt ?? now);
      reading.longestGapMs = Math.max(reading.longestGapMs, gapMs);
      if (reading.cuts === reading.cutsWhenHeard)
        reading.longestOpenGapMs = Math.max(reading.longestOpenGapMs, gapMs);
      [reading.heardAt, reading.cutsWhenHeard] = [now, reading.cuts];
      reading.text += fresh;
      reading.hear(fresh);
      return false;
    }
    case "done":
    case "failed":
      reading.answer = event.message;
      return true;
    case "handedOver":
      return true;
  }
}

/** Another try would be answered in the same way. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function watchSilence() {
  const silent = new AbortController();
  let timer: NodeJS.Timeout;
  const postpone = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silentForMs);
  };
  postpone();
  return { signal: silent.signal, postpone, stop: () => clearTimeout(timer) };
}
