import { Parser } from "htmlparser2";
import type { IncomingFile, OpenChannel, Reading } from "../../kind.ts";
import type { KeptMail } from "./keptMail.ts";
import { readMessageId } from "./messageIds.ts";
import { trimReply } from "./trimReply.ts";

const machines = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+.-].*)?@/i;

/** What a mail says, without what it answers. Mails of machines are not taken: two of them would answer each other forever. */
export function readMail(body: unknown, channel: OpenChannel): Reading {
  const mail = body as KeptMail; // as the mailbox gave it
  const why = whyIgnored(mail, channel);
  if (why) return { kind: "skipped", what: why };
  const { address, name } = mail.from;
  const reply = readReply(mail);
  const threadId = findThreadId(mail, channel);
  // A subject says something where a conversation begins.
  const subject = threadId === undefined && mail.references.length === 0 ? mail.subject.trim() : "";
  const text = [subject, reply].filter(Boolean).join("\n\n");
  const files = filesOf(mail);
  if (text === "" && files.length === 0) return { kind: "skipped", what: "A mail without words." };
  return {
    kind: "message",
    sender: { id: address.toLowerCase(), name: name || address, email: address.toLowerCase() },
    ...{ text, files },
    address: {
      to: address,
      subject: mail.subject,
      inReplyTo: mail.messageId,
      references: [...mail.references, mail.messageId].filter(Boolean).join(" "),
    },
    ...(mail.isVerified === false && { isUnverified: true as const }),
    ...(threadId !== undefined && { threadId }),
  };
}

/** Smaller pictures within a text are logos of signatures, and marks that count who reads. */
const smallestInline = 10_000;

function filesOf({ attachments = [], uid }: KeptMail): IncomingFile[] {
  return attachments.flatMap(({ isInline, content, ...file }, index) => {
    if (isInline && file.sizeBytes < smallestInline) return [];
    const kept: Record<string, string> = content === undefined ? {} : { content };
    return { ...file, at: uid === undefined ? kept : { uid, index: String(index) } };
  });
}

/** What somebody wrote, without the mails before. */
export function readReply({ text, html }: Pick<KeptMail, "text" | "html">): string {
  return trimReply(text || writeText(html));
}

/** Why nobody answers a mail; null where somebody may. */
export function whyIgnored({ from, marks }: KeptMail, { settings }: OpenChannel): string | null {
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from.address)) return "A mail without a sender.";
  if (from.address.toLowerCase() === (settings["address"] ?? "").toLowerCase()) return "A mail of our own.";
  if (marks.autoSubmitted !== "" && !/^no\b/i.test(marks.autoSubmitted))
    return "A mail that a machine answered with.";
  if (/^(bulk|list|junk|auto_reply)$/i.test(marks.precedence.trim()) || marks.isList)
    return "A mail to a list.";
  if (marks.returnPath?.trim() === "<>" || machines.test(from.address)) return "A mail of a mail server.";
  return null;
}

/** The conversation of one of our mails that this one answers. */
function findThreadId({ references }: KeptMail, channel: OpenChannel): string | undefined {
  for (const reference of references.toReversed()) {
    const threadId = readMessageId(reference, channel);
    if (threadId !== undefined) return threadId;
  }
  return undefined;
}

const blocks = new Set([
  "p",
  "div",
  "br",
  "tr",
  "li",
  "h1",
  "h2",
  "h3",
  "h4",
  "blockquote",
  "table",
  "ul",
  "ol",
]);
const unseen = new Set(["style", "script", "head", "title"]);

/** Gives HTML as lines of text; quotes are marked as in mails of plain text. */
function writeText(html: string): string {
  let [text, quotes, hidden] = ["", 0, 0];
  const breakLine = () => (text += `\n${"> ".repeat(quotes)}`);
  const parser = new Parser({
    onopentag(tag) {
      if (unseen.has(tag)) hidden += 1;
      if (tag === "blockquote") quotes += 1;
      if (blocks.has(tag)) breakLine();
    },
    ontext(part) {
      if (hidden === 0) text += part.replace(/\s+/g, " ");
    },
    onclosetag(tag) {
      if (unseen.has(tag)) hidden -= 1;
      if (tag === "blockquote") quotes = Math.max(0, quotes - 1);
      if (blocks.has(tag) && tag !== "br") breakLine();
    },
  });
  parser.end(html);
  return text.replace(/\n{3,}/g, "\n\n").trim();
}
