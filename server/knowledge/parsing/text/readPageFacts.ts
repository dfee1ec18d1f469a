import type { ParsedParts } from "../parseDocument.ts";
import type { PageDocument } from "./page.ts";

/** Gives what a page says about itself: title, language, its own address, links, and what robots may do. */
export function readPageFacts(document: PageDocument, url?: string): Omit<ParsedParts, "sections"> {
  const read = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name)?.trim() ?? "";
  const title =
    document.querySelector("title")?.textContent?.replace(/\s+/g, " ").trim() ||
    read("meta[property='og:title']", "content");
  const base = (url && URL.parse(read("base[href]", "href"), url)?.href) || url;
  const canonical = readAddress(read("link[rel~=canonical]", "href"), base);
  const robots = Array.from(document.querySelectorAll("meta[name]"))
    .filter((meta) => meta.getAttribute("name")?.toLowerCase() === "robots")
    .map((meta) => meta.getAttribute("content")?.toLowerCase() ?? "")
    .join(",")
    .split(/[\s,]+/);
  const links = new Set<string>();
  for (const link of Array.from(document.querySelectorAll("a[href], area[href]"))) {
    if (/\bnofollow\b/i.test(link.getAttribute("rel") ?? "")) continue;
    const address = readAddress(link.getAttribute("href") ?? "", base);
    if (address && links.size < mostLinks) links.add(address);
  }
  return {
    title,
    language: document.documentElement?.getAttribute("lang") ?? null,
    links: [...links],
    ...(canonical && { canonical }),
    noindex: robots.includes("noindex") || robots.includes("none"),
    nofollow: robots.includes("nofollow") || robots.includes("none"),
  };
}

/** A page with more links than this is a trap, not a page. */
const mostLinks = 10_000;

function readAddress(href: string, base?: string): string | undefined {
  if (!href) return undefined;
  const address = URL.parse(href, base);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  address.hash = "";
  return address.href;
}
