import { writeCitation } from "../../../../../shared/domain/citations.ts";
import type { Message } from "../../../../../shared/contract/conversations/conversations.ts";
import { nameLanguage } from "../../../../../shared/domain/nameLanguage.ts";
import { setIn } from "../../../../../shared/format/setIn.ts";
import { describeDateTime } from "../../../../parts/describeMoment.ts";
import type { describeEvent } from "../../threads/describeEvent.ts";

/** A conversation as it is printed or saved. */
export interface Transcript {
  title: string;
  about: string;
  entries: TranscriptEntry[];
}

export interface TranscriptEntry {
  id: string;
  /** The author or the event, and the time. */
  head: string;
  createdAt: number;
  /** Nobody said it. */
  isEvent: boolean;
  /** What was said; empty for what happened. */
  text: string;
  /** What visitors write is no Markdown. */
  isMarkdown: boolean;
  /** The files that go along, and what an answer cites. */
  references: Reference[];
  /** What models made of it in other languages. */
  translations: TranslatedText[];
}

/** What was said in another language, and what says so above it. */
interface TranslatedText {
  head: string;
  text: string;
}

/** What stands below what was said. */
interface Reference {
  /** The number by which an answer cites it; null for a file. */
  number: number | null;
  name: string;
  /** Where it is on the web; files are where they were sent. */
  url: string | null;
}

interface Told {
  agentName: string;
  contactName: string;
  /** What the team wrote and arranged among itself, too. */
  hasPrivate: boolean;
  /** The translations that were made so far, too. */
  hasTranslations?: boolean;
  /** Handed in: it is drawn with the conversation, which would be loaded with this again. */
  describe: typeof describeEvent;
}

/** Makes the transcript of a conversation out of its messages. */
export function makeTranscript(messages: readonly Message[], told: Told): Transcript {
  const { agentName, contactName, hasPrivate, hasTranslations = false } = told;
  return {
    title: `Conversation with ${contactName}`,
    about: `${agentName} · as of ${describeDateTime(Date.now())}`,
    entries: messages.flatMap((message) => {
      if (message.audience && !hasPrivate) return [];
      const entry = {
        id: message.id,
        head: `${nameOf(message, told)}, ${describeDateTime(message.createdAt)}`,
        createdAt: message.createdAt,
        isEvent: message.kind === "event",
        isMarkdown: message.role !== "user",
      };
      if (message.kind === "event") return [{ ...entry, text: "", references: [], translations: [] }];
      const [text, references] = [message.content, listReferences(message)];
      const translations = hasTranslations ? listTranslations(message) : [];
      return text === "" && references.length === 0 ? [] : [{ ...entry, text, references, translations }];
    }),
  };
}

/**
 * Writes it as plain text. What was written is set in, so that no text can pose as the line which says who wrote it.
 */
export function writeTranscript({ title, about, entries }: Transcript): string {
  const paragraphs = entries.map(({ head, text, references, translations }) => {
    const translated = translations.map((one) => `${one.head}:\n${setIn(one.text)}`);
    const said = [text, ...references.map(describeReference), ...translated].filter(Boolean).join("\n");
    return said ? `${head}\n${setIn(said)}` : head;
  });
  return `${[`${title}\n${about}`, ...paragraphs].join("\n\n")}\n`;
}

/** The name of its file without the kind: only letters and digits, as every system takes them. */
export function nameTranscript({ title }: Transcript): string {
  return [...title.replace(/[^\p{L}\p{N}]+/gu, "-")].slice(0, 60).join("").replace(/-$/, "");
}

/** Says in one line what goes along, or is cited. */
export function describeReference({ number, name, url }: Reference): string {
  return number === null ? `[${name}]` : `${writeCitation(number)} ${name} ${url ?? ""}`.trim();
}

function nameOf(message: Message, { agentName, contactName, describe }: Told): string {
  const { kind, role, audience, author } = message;
  if (kind === "event") return describe(message);
  if (role === "user") return contactName;
  if (role === "assistant") return agentName;
  const name = author?.name ?? "Team";
  return audience ? `${name}, note among the team` : name;
}

function listTranslations({ translations = [] }: Message): TranslatedText[] {
  return translations.map(({ language, text, model }) => ({
    head: `In ${nameLanguage(language)}, translated by ${model}`,
    text,
  }));
}

function listReferences({ attachments, citations }: Message): Reference[] {
  const files = attachments.map(({ name }) => ({ number: null, name, url: null }));
  // Where in its page a passage stands is only for browsers.
  const cited = citations.map(({ number, title, url }) => ({
    number,
    name: title,
    url: url?.replace(/#?:~:.*$/, "") ?? null,
  }));
  return [...files, ...cited];
}
