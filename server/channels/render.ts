import { withoutCitations } from "../../shared/domain/citations.ts";
import type { Citation } from "../../shared/contract/conversations/conversations.ts";
import type { MessageRow } from "../conversations/tables.ts";
import type { ChannelKind, Outgoing } from "./kind.ts";

const mostSources = 3;

/** Gives a message in the pieces in which it goes out: as the channel can show it, with the pages that it cites. */
export function renderMessage(
  message: Pick<MessageRow, "role" | "content" | "citations" | "followUps">,
  kind: Pick<ChannelKind, "textLimit" | "takesMarkdown" | "choices">,
): Outgoing[] {
  const said = message.role === "assistant" ? withoutCitations(message.content) : message.content;
  const text = kind.takesMarkdown ? said.trim() : writePlain(said);
  const whole = [text, ...listSources(message)].filter(Boolean).join("\n\n");
  const parts = splitText(whole, kind.textLimit);
  const followUps = JSON.parse(message.followUps) as string[]; // written by endAnswer
  const choices = followUps
    .filter(({ length }) => length <= kind.choices.textLimit)
    .slice(0, kind.choices.most);
  return parts.map((part, index) => ({ text: part, choices: index === parts.length - 1 ? choices : [] }));
}

function listSources({ citations }: Pick<MessageRow, "citations">): string[] {
  const cited = JSON.parse(citations) as Citation[]; // written by endAnswer
  const pages = new Map<string, string>();
  for (const { url, title } of cited) {
    // Without the part that jumps to the passage: it is long, and only browsers know it.
    const page = url?.split("#")[0];
    if (page && /^https?:\/\//.test(page)) pages.set(page, title);
  }
  const lines = [...pages].slice(0, mostSources).map(([url, title]) => `${title}: ${url}`);
  return lines.length > 0 ? [lines.join("\n")] : [];
}

/** Gives Markdown as plain text that keeps its lines, lists and links. */
export function writePlain(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, "\n")
    .replace(/^ {0,3}#{1,6}[ \t]+/gm, "")
    .replace(/^[ \t]*(?:```|~~~)[^\n]*\n?/gm, "")
    .replace(/!\[([^\]]{0,500})\]\([^)\s]{0,2000}\)/g, "$1")
    .replace(/\[([^\]]{1,500})\]\((https?:\/\/[^)\s]{1,2000})\)/g, (_, label: string, url: string) =>
      label === url ? url : `${label} (${url})`,
    )
    .replace(/\[([^\]]{1,500})\]\([^)\s]{0,2000}\)/g, "$1")
    .replace(/^([ \t]*)[*+-][ \t]+/gm, "$1• ")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]{1,500}?\S)\1/g, "$2")
    .replace(/(^|[\s(])[*_](?=\S)([^\n*_]{1,300})[*_](?=$|[\s).,;:!?])/gm, "$1$2")
    .replace(/`([^`\n]{1,500})`/g, "$1")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Cuts a text into pieces of at most so many characters: between paragraphs, else lines, else words. */
export function splitText(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const room = rest.slice(0, most);
    const cut = ["\n\n", "\n", ". ", " "]
      .map((mark) => room.lastIndexOf(mark) + (mark === ". " ? 1 : 0))
      .find((at) => at > most * 0.5);
    let at = cut ?? most;
    // Half of a character that takes two units is none.
    if (/[\uD800-\uDBFF]/.test(rest.charAt(at - 1))) at -= 1;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest) parts.push(rest);
  return parts;
}
