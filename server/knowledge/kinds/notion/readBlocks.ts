import { notionBlock, readList, type NotionBlock } from "./shapes.ts";
import { readTexts, writePlain, writeText } from "./writeText.ts";
import type { Access } from "../../connected/provider.ts";

/** What a page says, and the pages and databases that lie in it. */
export interface PageText {
  markdown: string;
  /** `page:ID` and `database:ID`, as they come. */
  inside: string[];
  /** Whether it was cut for being too long or too deep. */
  isCut: boolean;
}

const mostBlocks = 10_000;
const deepest = 12;

interface Reading {
  access: Access;
  signal: AbortSignal;
  inside: string[];
  blocks: number;
  isCut: boolean;
}

/** Reads the blocks of a page, with those in them. */
export async function readPageText(access: Access, id: string, signal: AbortSignal): Promise<PageText> {
  const reading: Reading = { access, signal, inside: [], blocks: 0, isCut: false };
  const lines = await writeChildren(reading, id, 0);
  return { markdown: lines.join("\n"), inside: reading.inside, isCut: reading.isCut };
}

async function writeChildren(reading: Reading, id: string, depth: number): Promise<string[]> {
  const blocks = await readChildren(reading, id);
  const lines: string[] = [];
  let number = 0;
  for (const block of blocks) {
    number = block.type === "numbered_list_item" ? number + 1 : 0;
    lines.push(...(await writeBlock(reading, block, { depth, number })));
  }
  return lines;
}

async function readChildren(reading: Reading, id: string): Promise<NotionBlock[]> {
  const { access, signal } = reading;
  const blocks: NotionBlock[] = [];
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    if (reading.blocks >= mostBlocks) {
      reading.isCut = true;
      break;
    }
    const query: Record<string, string> = {
      page_size: "100",
      ...(cursor !== null && { start_cursor: cursor }),
    };
    const page = await readList(access, notionBlock, { path: `/blocks/${id}/children`, request: { query } });
    blocks.push(...page.results);
    reading.blocks += page.results.length;
    cursor = page.next === cursor ? null : page.next;
  } while (cursor !== null);
  return blocks;
}

interface At {
  depth: number;
  /** The place in a numbered list. */
  number: number;
}

async function writeBlock(reading: Reading, block: NotionBlock, at: At): Promise<string[]> {
  const { type, id } = block;
  const said = (block[type] ?? {}) as Record<string, unknown>; // read with care
  if (type === "child_page" || type === "child_database") {
    reading.inside.push(`${type === "child_page" ? "page" : "database"}:${id}`);
    return [];
  }
  if (type === "table") return [...(await writeTable(reading, block)), ""];
  const own = writeOwn(type, said, at.number);
  const isList = /_list_item$|^to_do$/.test(type);
  const inner = await writeInner(reading, block, at.depth);
  const below = isList ? inner.map((line) => (line === "" ? line : `  ${line}`)) : inner;
  if (type === "quote" || type === "callout") {
    const lines = [...own, ...below].filter((line, index) => line !== "" || index > 0);
    return [...lines.map((line) => `> ${line}`), ""];
  }
  return isList ? [...own, ...below] : [...own, ...(own.length > 0 ? [""] : []), ...below];
}

async function writeInner(
  reading: Reading,
  { id, has_children }: NotionBlock,
  depth: number,
): Promise<string[]> {
  if (!has_children) return [];
  if (depth >= deepest) {
    reading.isCut = true;
    return [];
  }
  return writeChildren(reading, id, depth + 1);
}

/** What a block says itself, without those in it. */
function writeOwn(type: string, said: Record<string, unknown>, number: number): string[] {
  const text = writeText(readTexts(said["rich_text"]));
  switch (type) {
    case "heading_1":
    case "heading_2":
    case "heading_3":
      // The page's own title is the first level.
      return text === "" ? [] : ["", `${"#".repeat(Number(type.at(-1)) + 1)} ${text}`];
    case "bulleted_list_item":
      return [`- ${text}`];
    case "numbered_list_item":
      return [`${number}. ${text}`];
    case "to_do":
      return [`- [${said["checked"] === true ? "x" : " "}] ${text}`];
    case "code":
      return ["```", writePlain(readTexts(said["rich_text"])), "```"];
    case "equation":
      return typeof said["expression"] === "string" ? [said["expression"]] : [];
    case "bookmark":
    case "embed":
    case "link_preview":
      return writeLink(said);
    case "image":
    case "video":
    case "file":
    case "pdf":
    case "audio":
      return writeText(readTexts(said["caption"])) === "" ? [] : [writeText(readTexts(said["caption"]))];
    default:
      return text === "" ? [] : text.split("\n");
  }
}

function writeLink(said: Record<string, unknown>): string[] {
  const caption = writePlain(readTexts(said["caption"]));
  const { url } = said;
  if (typeof url !== "string" || !/^https?:/.test(url)) return caption === "" ? [] : [caption];
  return [caption === "" ? url : `[${caption}](${url})`];
}

/** A table's rows are blocks in it; the first one stands for the head, for Markdown has no table without. */
async function writeTable(reading: Reading, { id }: NotionBlock): Promise<string[]> {
  const rows = (await readChildren(reading, id)).flatMap((row) => {
    const { cells } = (row["table_row"] ?? {}) as { cells?: unknown }; // read with care
    return Array.isArray(cells)
      ? [cells.map((cell) => writeText(readTexts(cell)).replace(/[|\n]/g, " "))]
      : [];
  });
  const [head, ...rest] = rows;
  if (!head) return [];
  const write = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return ["", write(head), write(head.map(() => "---")), ...rest.map(write)];
}
