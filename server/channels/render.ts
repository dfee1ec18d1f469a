import { withoutCitations } from "../../shared/domain/citations.ts";
import type { Citation } from "../../shared/contract/conversations/conversations.ts";
import { readAttachments } from "../conversations/files/attachments.ts";
import type { MessageRow, StoredAttachment } from "../conversations/tables.ts";
import type { ChannelKind, Outgoing, OutgoingFile, TakenFiles } from "./kind.ts";

const mostSources = 3;
/** More than a file's name and its link take. */
const longestLink = 500;
const longestName = 150;

/** Gives a message in the pieces in which it goes out: as the channel can show it, with the pages that it cites and its files. */
export function renderMessage(
  message: Pick<MessageRow, "role" | "content" | "citations" | "followUps" | "attachments">,
  kind: Pick<ChannelKind, "textLimit" | "takesMarkdown" | "choices" | "files">,
): Outgoing[] {
  const said = message.role === "assistant" ? withoutCitations(message.content) : message.content;
  const text = kind.takesMarkdown ? said.trim() : writePlain(said);
  const whole = [text, ...listSources(message)].filter(Boolean).join("\n\n");
  const parts = splitText(whole, kind.textLimit);
  const followUps = JSON.parse(message.followUps) as string[]; // written by endAnswer
  const choices = followUps
    .filter(({ length }) => length <= kind.choices.textLimit)
    .slice(0, kind.choices.most);
  const texts = parts.map((part, index): Outgoing => ({
    text: part,
    choices: index === parts.length - 1 ? choices : [],
  }));
  const { attached, linked } = sortFiles(readAttachments(message), kind.files);
  return attachFiles(addLinks(texts, linked, kind.textLimit), attached, kind.files);
}

interface Sorted {
  attached: OutgoingFile[][];
  linked: StoredAttachment[];
}

/** Files that the channel takes, in the pieces in which it does, and all others. */
function sortFiles(files: StoredAttachment[], taken: TakenFiles | undefined): Sorted {
  const sorted: Sorted = { attached: [], linked: [] };
  let bytes = 0;
  for (const file of files) {
    const { id, name, contentType, sizeBytes } = file;
    if (!taken || sizeBytes > taken.mostBytes || !taken.takes(file)) {
      sorted.linked.push(file);
      continue;
    }
    const piece = sorted.attached.at(-1);
    const hasRoom = piece && piece.length < taken.most && bytes + sizeBytes <= taken.mostBytes;
    bytes = hasRoom ? bytes + sizeBytes : sizeBytes;
    if (hasRoom) piece.push({ id, name, contentType, sizeBytes });
    else sorted.attached.push([{ id, name, contentType, sizeBytes }]);
  }
  return sorted;
}

/** Beside the last text where the channel shows both together, else after it. */
function attachFiles(texts: Outgoing[], pieces: OutgoingFile[][], taken: TakenFiles | undefined): Outgoing[] {
  const last = texts.at(-1);
  const [first, ...others] = pieces;
  const alone = (attached: OutgoingFile[]): Outgoing => ({ text: "", choices: [], attached });
  if (!first || !last || !taken?.isBesideText) return [...texts, ...pieces.map(alone)];
  return [...texts.slice(0, -1), { ...last, attached: first }, ...others.map(alone)];
}

/** Behind the text where their links have room there, else each by itself. */
function addLinks(texts: Outgoing[], attachments: StoredAttachment[], textLimit: number): Outgoing[] {
  const files = attachments.map(({ id, name }) => ({ id, name: name.slice(0, longestName) }));
  const last = texts.at(-1);
  if (files.length === 0) return texts;
  if (last && last.text.length + files.length * longestLink <= textLimit)
    return [...texts.slice(0, -1), { ...last, files }];
  return [...texts, ...files.map((file): Outgoing => ({ text: "", choices: [], files: [file] }))];
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

/** Cuts a text into pieces of at most `most` characters: between paragraphs, else lines, else words. */
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
