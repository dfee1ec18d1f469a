import { writeCitation } from "../../../../../shared/domain/citations.ts";
import { safeHref } from "../../../../../shared/ui/safeHref.ts";
import { escapeMarkdown, escapeText, tameMarkdown } from "./escapeMarkdown.ts";
import type { Transcript, TranscriptEntry } from "./writeTranscript.ts";

/**
 * Writes a transcript as Markdown: one heading for each turn, and what was said as a quotation below it, so that no text
 * can pose as a turn. `linkTo` gives where in the inbox a message with files stands: the files' own addresses end soon.
 */
export function writeMarkdown(
  { title, about, entries }: Transcript,
  linkTo: (messageId: string) => string,
): string {
  const parts = entries.map((entry) => writeEntry(entry, linkTo));
  return `${[`# ${escapeMarkdown(title)}`, escapeMarkdown(about), ...parts].join("\n\n")}\n`;
}

function writeEntry(entry: TranscriptEntry, linkTo: (messageId: string) => string): string {
  const { id, head, createdAt, isEvent, text, isMarkdown, references, translations } = entry;
  const when = `${escapeMarkdown(head)} (${new Date(createdAt).toISOString()})`;
  if (isEvent) return `*${when}*`;
  const read = (written: string) => quote(isMarkdown ? tameMarkdown(written) : escapeText(written));
  const list = references.map(({ number, name, url }) => {
    const href = number === null ? linkTo(id) : url;
    const mark = number === null ? "" : `${escapeMarkdown(writeCitation(number))} `;
    return `- ${mark}${link(name, href)}`;
  });
  const translated = translations.flatMap((one) => [`*${escapeMarkdown(one.head)}*`, read(one.text)]);
  return [`## ${when}`, text && read(text), list.join("\n"), ...translated].filter(Boolean).join("\n\n");
}

function quote(lines: readonly string[]): string {
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

function link(name: string, url: string | null): string {
  const href = url === null ? undefined : safeHref(url);
  const ended = href?.replace(/[<>()[\]\\"]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return ended === undefined ? escapeMarkdown(name) : `[${escapeMarkdown(name)}](${ended})`;
}
