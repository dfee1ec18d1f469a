import { siteOf } from "./addresses.ts";
import { leadsToMedia } from "./contentKind.ts";
import { createGlob } from "./glob.ts";
import type { CrawlSettings } from "./settings.ts";

/** Why an address is left out, or `in`. */
export type Verdict = "in" | "otherSite" | "outside" | "excluded" | "tooDeep" | "trap" | "media";

/** What a crawl is about. */
export type Scope = {
  /** Judges an address that a page or a sitemap names. */
  judge: (url: URL, depth: number) => Verdict;
  isSameSite: (url: URL) => boolean;
};

/** Makes the judge of addresses. Start addresses are in by themselves and need not be asked about. */
export function createScope(settings: CrawlSettings, starts: readonly URL[]): Scope {
  const sites = new Set(starts.map(siteOf));
  const sections = starts.map((url) => ({ site: siteOf(url), path: sectionOf(url) }));
  const includes = settings.include.map(createGlob);
  const excludes = settings.exclude.map(createGlob);
  const isSameSite = (url: URL): boolean => sites.has(siteOf(url));
  const isInSection = (url: URL): boolean =>
    sections.some(({ site, path }) => site === siteOf(url) && `${url.pathname}/`.startsWith(path));

  const judge = (url: URL, depth: number): Verdict => {
    if (!isSameSite(url)) return "otherSite";
    if (settings.scope === "section" && !isInSection(url)) return "outside";
    if (leadsToMedia(url)) return "media";
    if (includes.length > 0 && !includes.some((matches) => matches(url))) return "excluded";
    if (excludes.some((matches) => matches(url))) return "excluded";
    if (isTrap(url)) return "trap";
    return depth > settings.maxDepth ? "tooDeep" : "in";
  };
  return { judge, isSameSite };
}

/** Gives the path that everything of a section begins with: the folder of a file, else the path itself as a folder. */
function sectionOf(url: URL): string {
  const folder = /\.\w+$/.test(url.pathname) ? url.pathname.replace(/[^/]*$/, "") : url.pathname;
  return folder.endsWith("/") ? folder : `${folder}/`;
}

/** Calendars and broken relative links make addresses without end; they show it by parts that come again and again. */
function isTrap(url: URL): boolean {
  const parts = url.pathname.split("/").filter((part) => part !== "");
  if (parts.length > maxParts) return true;
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return Math.max(0, ...counts.values()) > maxRepeats;
}

const maxParts = 20;
const maxRepeats = 3;
