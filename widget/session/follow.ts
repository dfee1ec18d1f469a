import { toRequestError } from "../../shared/client/requestError.ts";
import { listVisitorMessages, resumeAnswer } from "../../shared/contract/conversations.ts";
import type { AnswerEvent, Message } from "../../shared/contract/conversations.ts";
import { chat, putMessage } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

const firstPauseMs = 500;
const longestPauseMs = 8000;
/** A connection that gives nothing, not even a heartbeat (every 15 s), is taken for dead. */
const silentForMs = 30_000;

/** Answers that are read here already, so that a live event does not read them a second time. */
const followed = new Set<string>();

/** Takes one event of an answer's stream into the state. Gives true when it was the last one. */
export function takeAnswerEvent(event: AnswerEvent, answerId: string | null, tell: Tell): boolean {
  switch (event.type) {
    case "accepted":
      chat.thread = event.thread;
      putMessage(event.message);
      if (event.answer) putMessage(event.answer);
      return event.answer === null;
    case "restart":
      change(answerId, (message) => Object.assign(message, { generation: event.generation, content: "" }));
      return false;
    case "delta":
      change(answerId, (message) => addText(message, event));
      return false;
    case "done":
    case "failed":
      putMessage(event.message);
      if (event.type === "done") tell.received(event.message);
      return true;
    case "handedOver":
      return true;
  }
}

function change(answerId: string | null, work: (message: Message) => void): void {
  const message = chat.messages.find(({ id }) => id === answerId);
  if (message) work(message);
}

/** A piece that was read before (after a repeat) adds only what is new; a gap is left to the resume. */
function addText(
  message: Message,
  { generation, offset, text }: Extract<AnswerEvent, { type: "delta" }>,
): void {
  const known = message.content.length - offset;
  if (generation !== message.generation || known < 0 || known >= text.length) return;
  message.content += text.slice(known);
}

/** Goes on reading an answer from where its text stands, over every cut, until it ends. */
export async function followAnswer(visitor: Visitor, answer: Message, tell: Tell): Promise<void> {
  if (followed.has(answer.id)) return;
  followed.add(answer.id);
  try {
    for (let failures = 0; ; failures += 1) {
      const before = textOf(answer.id);
      if (await readOnce(visitor, answer, tell)) return;
      if (textOf(answer.id) !== before) failures = 0;
      await pause(failures);
    }
  } finally {
    followed.delete(answer.id);
  }
}

/** Reads the rest of the answer; true when there is nothing more to read. */
async function readOnce(visitor: Visitor, { id, threadId }: Message, tell: Tell): Promise<boolean> {
  const productId = visitor.agentId();
  const message = chat.messages.find((one) => one.id === id);
  if (!productId || message?.status !== "streaming") return true;
  const silence = watchSilence();
  try {
    const events = visitor.client.stream(resumeAnswer, {
      params: { productId, threadId, messageId: id },
      query: { offset: message.content.length, generation: message.generation },
      signal: silence.signal,
      onActivity: silence.postpone,
    });
    for await (const event of events) if (takeAnswerEvent(event, id, tell)) return true;
    return false;
  } catch (thrown) {
    const { status } = toRequestError(thrown);
    if (status === 404 || status === 401) {
      message.status = "failed";
      return true;
    }
    return false;
  } finally {
    silence.stop();
  }
}

function textOf(id: string): string {
  return chat.messages.find((message) => message.id === id)?.content ?? "";
}

/** Growing, half of it chance, and cut short when the network is back. */
export function pause(failures: number): Promise<void> {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, longest / 2 + (longest / 2) * Math.random());
    addEventListener("online", done);
  });
}

/** A signal that aborts once nothing was heard for too long. */
export function watchSilence() {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const postpone = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silentForMs);
  };
  postpone();
  return { signal: silent.signal, postpone, stop: () => clearTimeout(timer) };
}

/** Reads the newest messages of the conversation, and follows an answer that is still being written. */
export async function readMessages(visitor: Visitor, threadId: string, tell: Tell): Promise<void> {
  const productId = visitor.agentId();
  if (!productId) return;
  const { items, hasMore } = await visitor.client.call(listVisitorMessages, {
    params: { productId, threadId },
  });
  chat.hasMore = hasMore;
  for (const message of items) putMessage(message);
  for (const message of items) if (message.status === "streaming") void followAnswer(visitor, message, tell);
}
