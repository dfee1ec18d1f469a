import { findLinks } from "../../crawl/findLinks.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import type { PageDocument } from "./page.ts";

/** Gives what a page says about itself: title, language, its own address, links, and what robots may do. */
export function readPageFacts({
  html,
  document,
  url,
}: {
  html: string;
  document: PageDocument;
  url: string | undefined;
}): Omit<ParsedParts, "sections"> {
  const title =
    document.querySelector("title")?.textContent?.replace(/\s+/g, " ").trim() ||
    document.querySelector("meta[property='og:title']")?.getAttribute("content")?.trim() ||
    "";
  const language = document.documentElement?.getAttribute("lang") ?? null;
  if (!url) return { title, language };
  const { links, canonical, noindex, nofollow } = findLinks(html, url);
  return { title, language, links, ...(canonical && { canonical }), noindex, nofollow };
}
