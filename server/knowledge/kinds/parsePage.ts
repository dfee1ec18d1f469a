import type { CrawlPage } from "../crawl/readEntry.ts";
import { PageError } from "../crawl/reasons.ts";
import { ParseError } from "../parsing/ParseError.ts";
import type { ParsedDocument } from "../parsing/ParsedDocument.ts";
import type { Reading } from "../sync/reading.ts";
import type { ReadDocument } from "../parsing/ReadDocument.ts";

/** Reads a page on the parser's processes; what can't be read fails with its sentence. */
export async function parsePage(
  asker: Pick<Reading, "parser" | "signal" | "organizationId">,
  page: Pick<CrawlPage, "finalUrl" | "contentType" | "body">,
): Promise<ReadDocument> {
  const { finalUrl, contentType, body } = page;
  try {
    const input = { name: nameOf(finalUrl), contentType, bytes: body, url: finalUrl };
    return await asker.parser.parse(input, asker);
  } catch (error) {
    throw error instanceof ParseError ? new PageError(error.message) : error;
  }
}

/** What a page says of others, and of itself to robots. */
export function pickLinks({ links, canonical, noindex, nofollow }: ParsedDocument) {
  return {
    links: links ?? [],
    canonical: canonical ?? null,
    noindex: noindex ?? false,
    nofollow: nofollow ?? false,
  };
}

/** The crawler says why in half a sentence; people read it alone, beside a page. */
export function toSentence(reason: string): string {
  const begin = reason.startsWith("robots.txt") ? reason : reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(begin) ? begin : `${begin}.`;
}

/** The last part of the path, for documents that carry no title of their own. */
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
