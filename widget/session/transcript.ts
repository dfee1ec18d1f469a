import {
  listVisitorMessages,
  type Message,
  type ThreadRating,
} from "../../shared/contract/conversations/conversations.ts";
import { maxScore } from "../../shared/domain/limits.ts";
import { setIn } from "../../shared/format/setIn.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "./laterWords.ts";
import { chat } from "./state.ts";
import type { Visitor } from "./visitor.ts";

const pageLength = 100;

/** Reads every message of a conversation, over all its pages. */
export async function readWhole(visitor: Visitor, threadId: string): Promise<Message[]> {
  const productId = visitor.agentId();
  if (!productId) return [];
  const messages: Message[] = [];
  for (;;) {
    const before = messages[0]?.position;
    const { items, hasMore } = await visitor.client.call(listVisitorMessages, {
      params: { productId, threadId },
      query: { limit: pageLength, before },
    });
    messages.unshift(...items);
    if (!hasMore || items.length === 0) return messages;
  }
}

/** Saves the shown conversation as a text file. */
export async function downloadTranscript(visitor: Visitor): Promise<void> {
  const { thread, configuration } = chat;
  if (!thread) return;
  const title = fill(sayLater().transcriptOf, { name: configuration?.settings.title ?? "" });
  const text = writeTranscript(title, await readWhole(visitor, thread.id), thread.rating);
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: `${title.replace(/[^\p{L}\p{N}]+/gu, "-")}.txt` });
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Writes a conversation as plain text, a paragraph for each message. What was written is set in, so that no text can pose as
 * the line which says who wrote it.
 */
export function writeTranscript(
  title: string,
  messages: readonly Message[],
  rating: ThreadRating | null = null,
): string {
  const time = new Intl.DateTimeFormat(chat.language, { dateStyle: "medium", timeStyle: "short" });
  const paragraphs = messages.flatMap((message) => {
    const lines = [
      message.content,
      ...message.attachments.map(({ name, transcript }) => transcript ?? `[${name}]`),
    ].filter(Boolean);
    if (message.kind !== "text" || lines.length === 0) return [];
    return [`${nameOf(message)}, ${time.format(message.createdAt)}\n${setIn(lines.join("\n"))}`];
  });
  const rated = rating ? [describeRating(rating)] : [];
  return `${[title, ...paragraphs, ...rated].join("\n\n")}\n`;
}

function describeRating({ score, remark }: ThreadRating): string {
  const line = `${sayLater().yourRating}: ${fill(sayLater().score, { score, best: maxScore })}`;
  return remark ? `${line}\n${setIn(remark)}` : line;
}

function nameOf({ role, author }: Message): string {
  if (role === "user") return widgetWords.you;
  if (role === "support") return author?.name ?? widgetWords.support;
  return chat.configuration?.name ?? widgetWords.assistant;
}
