import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Egress } from "../egress/egress.ts";
import { crawl } from "./crawl/crawl.ts";
import { createMemoryFrontier } from "./crawl/memoryFrontier.ts";
import { completeSettings } from "./crawl/settings.ts";
import { parsePage, pickLinks, toSentence } from "./kinds/parsePage.ts";
import { createParser } from "./parsing/createParser.ts";
import type { Parser } from "./parsing/createParser.ts";
import { ParseError } from "./parsing/ParseError.ts";
import type { ReadDocument } from "./parsing/ReadDocument.ts";
import type { Passage } from "./passages/splitIntoPassages.ts";

interface Preview {
  /** A file's path, or the address of a page. */
  place: string;
  /** The way out to addresses. */
  egress: Egress;
  publicUrl: string;
}

/**
 * Gives as text what the product would read from a file or a page: its passages with their places and headings, and what
 * was left out and why. Nothing is stored.
 */
export async function previewReading({ place, egress, publicUrl }: Preview): Promise<string> {
  const parser = createParser();
  try {
    return /^https?:\/\//i.test(place)
      ? await previewPage({ place, egress, publicUrl }, parser)
      : writeDocument(await parser.parse({ name: basename(place), bytes: await readFile(place) }));
  } catch (error) {
    if (error instanceof ParseError) return `Not read: ${error.message}`;
    throw error;
  } finally {
    await parser.close();
  }
}

async function previewPage({ place, egress, publicUrl }: Preview, parser: Parser): Promise<string> {
  const parts: string[] = [];
  const { signal } = new AbortController();
  const refuse = ({ url, reason }: { url: string; reason: string }) =>
    void parts.push(`Not read: ${url}\n${toSentence(reason)}`);
  const { notes } = await crawl({
    ...{ frontier: createMemoryFrontier(), egress, signal },
    settings: completeSettings({ scope: "pages", startUrls: [place] }, publicUrl),
    async onPage(page) {
      const document = await parsePage({ parser, signal, organizationId: "" }, page);
      const keep = async () => void parts.push(`Address: ${page.finalUrl}\n${writeDocument(document)}`);
      return { ...pickLinks(document), keep };
    },
    onFailed: refuse,
    onSkipped: refuse,
  });
  return [...parts, ...notes].join("\n\n");
}

function writeDocument({ title, kind, language, passages, leftOut = [] }: ReadDocument): string {
  const left = leftOut.map(({ why, text }) => `${why}: ${text}`);
  return [
    `Title: ${title}\nKind: ${kind}${language ? `\nLanguage: ${language}` : ""}`,
    ...passages.map(writePassage),
    left.length > 0 ? `Left out:\n${left.map((line) => `- ${line}`).join("\n")}` : "Left out: nothing",
  ].join("\n\n");
}

function writePassage({ text, headings, position, anchor }: Passage, index: number): string {
  const places = Object.entries(position).map(([name, number]) => `${name} ${number}`);
  const place = [...places, ...(anchor ? [`#${anchor}`] : [])].join(", ");
  const lines = [`--- Passage ${index + 1}${place && `, ${place}`}`, headings.join(" > "), text];
  return lines.filter((line) => line !== "").join("\n");
}
