import { RequestError, toRequestError } from "../../shared/client/requestError.ts";
import {
  editMessage,
  listVisitorMessages,
  resumeAnswer,
  retryAnswer,
} from "../../shared/contract/conversations/conversations.ts";
import type { AnswerEvent, Message, MessagePage } from "../../shared/contract/conversations/conversations.ts";
import { pause, watchSilence } from "./pause.ts";
import { sentenceOf } from "./sentences.ts";
import { chat } from "./state.ts";
import { putMessage } from "./thread.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Reads answers while they are written, each by one reader however many events tell of it, over every cut. */
export interface Answers {
  /** Takes one event of an answer's stream into the state. Gives true when it was the last one. */
  take(event: AnswerEvent, answerId: string | null): boolean;
  /** Reads an answer from where its text stands to its end. */
  follow(answer: Pick<Message, "id" | "threadId">): Promise<void>;
  /** Somebody else reads this answer until the function that it gives is called. */
  hold(answerId: string): () => void;
  /** A message is on its way and brings its answer along: nobody begins to follow before this is settled. */
  waitFor(settled: Promise<void>): void;
  /** Writes a failed or stopped answer again. Gives the error where the session or the thread is gone. */
  retry(answerId: string): Promise<RequestError | null>;
  /** edits the visitor's message, and its answer with it. Gives the error where that was refused. */
  edit(messageId: string, content: string): Promise<RequestError | null>;
  /**
   * Reads the newest messages of the shown thread, and follows an answer that is still being written. Those that came
   * between two visits are no news (`isQuiet`). `asked` is an answer of `askNewest` that is on its way already.
   */
  readNewest(isQuiet?: boolean, asked?: Promise<MessagePage>): Promise<void>;
  /** Asks for the end of a conversation with which a visit begins: what fills a screen a few times over. */
  askNewest(threadId: string): Promise<MessagePage>;
}

/** How many are drawn at once when a conversation opens; older ones are read when the visitor comes near to them. */
const firstMessages = 30;

export function createAnswers(visitor: Visitor, tell: Tell): Answers {
  const held = new Set<string>();
  let sends: Promise<void> = Promise.resolve();

  function take(event: AnswerEvent, answerId: string | null): boolean {
    switch (event.type) {
      case "accepted":
        putMessage(event.message);
        // Its text comes as deltas, also where the answer has ended long ago.
        if (event.answer) putMessage({ ...event.answer, status: "streaming" });
        return event.answer === null;
      case "restart":
        change(answerId, (message) => Object.assign(message, { ...emptied, generation: event.generation }));
        return false;
      case "delta":
        change(answerId, (message) => addText(message, event));
        return false;
      case "done":
      case "failed":
        if (putMessage(event.message)) tell.received(event.message);
        else if (event.message.status === "failed")
          tell.failed(event.message.error ? sentenceOf(event.message.error) : "");
        return true;
      case "handedOver":
        return true;
    }
  }

  function hold(answerId: string): () => void {
    held.add(answerId);
    tell.event("stream:start", { id: answerId });
    return () => {
      if (held.delete(answerId)) tell.event("stream:end", { id: answerId });
    };
  }

  async function follow({ id, threadId }: Pick<Message, "id" | "threadId">): Promise<void> {
    await sends;
    if (held.has(id)) return;
    const release = hold(id);
    try {
      for (let failures = 0; ; failures += 1) {
        const before = find(id)?.content;
        if (await resumeOnce(id, threadId)) return;
        if (find(id)?.content !== before) failures = 0;
        await pause(failures);
      }
    } finally {
      release();
    }
  }

  /** Reads the rest of the answer; true when there is nothing more to read. */
  async function resumeOnce(id: string, threadId: string): Promise<boolean> {
    const productId = visitor.agentId();
    const message = find(id);
    if (!productId || message?.status !== "streaming") return true;
    const silence = watchSilence();
    try {
      const events = visitor.client.stream(resumeAnswer, {
        params: { productId, threadId, messageId: id },
        query: { offset: message.content.length, generation: message.generation },
        signal: silence.signal,
        onActivity: silence.postpone,
      });
      for await (const event of events) if (take(event, id)) return true;
      return false;
    } catch (thrown) {
      const error = toRequestError(thrown);
      if (!isFinal(error)) return false;
      change(id, (gone) => void (gone.status = "failed"));
      return true;
    } finally {
      silence.stop();
    }
  }

  async function retry(answerId: string): Promise<RequestError | null> {
    const productId = visitor.agentId();
    const answer = find(answerId);
    if (!productId || !answer || held.has(answerId)) return null;
    const { threadId, status, content, citations, error } = answer;
    const open = (silence: Watched) =>
      visitor.client.stream(retryAnswer, {
        params: { productId, threadId, messageId: answerId },
        ...silence,
      });
    Object.assign(answer, emptied);
    const end = await readAnew(answerId, open);
    if (end === "written") return null;
    if (end !== "handedOver" && isLost(end)) return end;
    const reason = end === "handedOver" ? error : { code: end.code, message: end.message };
    // In a new generation the server has begun, and reading again finds out how far it is.
    change(answerId, (one) => {
      if (!one.content) Object.assign(one, { status, content, citations, error: reason });
    });
    await readNewest().catch(() => {});
    return null;
  }

  async function edit(messageId: string, content: string): Promise<RequestError | null> {
    const productId = visitor.agentId();
    const message = find(messageId);
    const answer = chat.messages.find(({ inReplyTo }) => inReplyTo === messageId);
    if (!productId || !message) return null;
    const { threadId } = message;
    const before = { message: { ...message }, answer: answer && { ...answer } };
    const open = (silence: Watched) =>
      visitor.client.stream(editMessage, {
        params: { productId, threadId, messageId },
        body: { data: { content } },
        ...silence,
      });
    change(messageId, (one) => void (one.content = content));
    if (answer) Object.assign(answer, emptied);
    const end = await readAnew(answer?.id ?? null, open);
    if (end === "written") return null;
    change(messageId, (one) => {
      if (end !== "handedOver" && one.updatedAt === before.message.updatedAt)
        one.content = before.message.content;
    });
    change(answer?.id ?? null, (one) => {
      if (!one.content && one.generation === before.answer?.generation) Object.assign(one, before.answer);
    });
    if (end !== "handedOver" && isLost(end)) return end;
    // A cut leaves open whether the server has taken it.
    await readNewest().catch(() => {});
    return end === "handedOver" || find(messageId)?.content === content ? null : end;
  }

  /** Reads the stream of an answer that is rewritten; gives how it ended. */
  async function readAnew(
    answerId: string | null,
    open: (silence: Watched) => AsyncGenerator<AnswerEvent, void, undefined>,
  ): Promise<"written" | "handedOver" | RequestError> {
    const silence = watchSilence();
    let readId = answerId;
    let release = answerId === null ? () => {} : hold(answerId);
    try {
      for await (const event of open({ signal: silence.signal, onActivity: silence.postpone })) {
        if (event.type === "accepted" && event.answer && event.answer.id !== readId) {
          release();
          readId = event.answer.id;
          release = hold(readId);
        }
        if (take(event, readId))
          return event.type === "done" || event.type === "failed" ? "written" : "handedOver";
      }
      return new RequestError("offline", "The answer was cut.");
    } catch (thrown) {
      return toRequestError(thrown);
    } finally {
      silence.stop();
      release();
    }
  }

  function askNewest(threadId: string): Promise<MessagePage> {
    const params = { productId: visitor.agentId() ?? "", threadId };
    return visitor.client.call(listVisitorMessages, { params, query: { limit: firstMessages } });
  }

  async function readNewest(isQuiet = false, asked?: Promise<MessagePage>): Promise<void> {
    const productId = visitor.agentId();
    const threadId = chat.thread?.id;
    if (!productId || !threadId) return;
    const params = { productId, threadId };
    const { items, hasMore } = await (asked ?? visitor.client.call(listVisitorMessages, { params }));
    if (chat.thread?.id !== threadId) return;
    const newest = chat.messages.at(-1)?.position;
    const oldest = items[0]?.position ?? 0;
    const isNews = !isQuiet && newest !== undefined;
    // More was missed than one page holds: the messages here are dropped, and older ones are read on demand.
    if (newest !== undefined && oldest > newest + 1) chat.messages = [];
    if (oldest <= (chat.messages[0]?.position ?? Infinity)) chat.hasMore = hasMore;
    for (const message of items) {
      if (putMessage(message) && isNews) tell.received(message);
      if (message.status === "streaming") void follow(message);
    }
  }

  return {
    take,
    follow,
    hold,
    waitFor: (settled) => void (sends = settled),
    retry,
    edit,
    readNewest,
    askNewest,
  };
}

/** What a stream is watched by. */
interface Watched {
  signal: AbortSignal;
  onActivity: () => void;
}

const emptied = {
  status: "streaming",
  content: "",
  citations: [],
  followUps: [],
  error: null,
} satisfies Partial<Message>;

/** Another try would be answered in the same way. */
function isFinal({ status }: RequestError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** The server no longer has this session, or this thread of it. */
export function isLost({ status }: RequestError): boolean {
  return status === 401 || status === 404;
}

function find(id: string): Message | undefined {
  return chat.messages.find((message) => message.id === id);
}

function change(answerId: string | null, work: (message: Message) => void): void {
  const message = answerId === null ? undefined : find(answerId);
  if (message) work(message);
}

/** A piece that was read before (after a repeat) adds only what is new; a gap is left to the resume. */
function addText(
  message: Message,
  { generation, offset, text }: Extract<AnswerEvent, { type: "delta" }>,
): void {
  const known = message.content.length - offset;
  if (message.status !== "streaming" || generation !== message.generation) return;
  if (known >= 0 && known < text.length) message.content += text.slice(known);
}
