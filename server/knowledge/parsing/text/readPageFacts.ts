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
  const written =
    document.querySelector("title")?.textContent?.replace(/\s+/g, " ").trim() ||
    document.querySelector("meta[property='og:title']")?.getAttribute("content")?.trim() ||
    "";
  const title = dropSiteName(written, document);
  const language = document.documentElement?.getAttribute("lang") ?? null;
  if (!url) return { title, language };
  const { links, canonical, noindex, nofollow } = findLinks(html, url);
  return { title, language, links, ...(canonical && { canonical }), noindex, nofollow };
}

/**
 * Takes the site's name off a title: "Returns | Shop" is "Returns" where the page's only main heading says so, or where the
 * page names its site.
 */
function dropSiteName(title: string, document: PageDocument): string {
  const parts = title.split(separator);
  if (parts.length < 2) return title;
  const headings = Array.from(document.querySelectorAll("h1"));
  const heading = headings.length === 1 ? tidy(headings[0]?.textContent ?? "") : "";
  const site = tidy(document.querySelector("meta[property='og:site_name']")?.getAttribute("content") ?? "");
  if (heading !== "" && title.startsWith(heading) && separatorFirst.test(title.slice(heading.length)))
    return heading;
  const last = tidy(parts.at(-1) ?? "");
  if (site !== "" && last.toLowerCase() === site.toLowerCase())
    return title.slice(0, title.lastIndexOf(parts.at(-1) ?? "")).replace(separatorLast, "");
  return title;
}

const separator = /\s+[|–—·•»:-]\s+/;
const separatorFirst = /^\s+[|–—·•»:-]\s+/;
const separatorLast = /\s+[|–—·•»:-]\s*$/;

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
