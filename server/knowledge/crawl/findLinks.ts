import { Parser } from "htmlparser2";

/** What a page says about where to go from it. */
export type PageLinks = {
  /** Absolute web addresses in the order of the page, each once; at most 5,000. */
  links: string[];
  /** The address that the page itself calls its proper one. */
  canonical: string | null;
  /** The page asks not to be kept (robots meta). */
  noindex: boolean;
  /** The page asks that its links are not followed; `links` is empty then. */
  nofollow: boolean;
};

/**
 * Finds the links of an HTML page: pure, so that it can run in the parse worker. Links marked nofollow are left out,
 * `base` and redirecting metas are heeded, scripts never run.
 */
export function findLinks(html: string, pageUrl: string): PageLinks {
  const found = collect(html);
  const base = URL.parse(found.base ?? "", pageUrl)?.href ?? pageUrl;
  const links = new Set<string>();
  for (const href of found.nofollow ? [] : found.hrefs) {
    const link = resolveLink(href, base);
    if (link !== undefined) links.add(link);
    if (links.size >= maxLinks) break;
  }
  const canonical = found.canonical === undefined ? undefined : resolveLink(found.canonical, base);
  return {
    links: [...links],
    canonical: canonical ?? null,
    noindex: found.noindex,
    nofollow: found.nofollow,
  };
}

const maxLinks = 5000;
// The parser looks through all open elements at each closing one; a page that only opens would make that quadratic.
const maxOpenElements = 2000;

type Collected = { hrefs: string[]; base?: string; canonical?: string; noindex: boolean; nofollow: boolean };

function collect(html: string): Collected {
  const found: Collected = { hrefs: [], noindex: false, nofollow: false };
  let open = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++open > maxOpenElements) parser.pause();
      readElement(found, name, attributes);
    },
    onclosetag: () => void open--,
  });
  parser.end(html);
  return found;
}

function readElement(found: Collected, name: string, attributes: Record<string, string>): void {
  const { href, rel = "", content = "" } = attributes;
  const rels = rel.toLowerCase().split(/\s+/);
  if (name === "a" || name === "area") {
    if (href !== undefined && !rels.includes("nofollow") && found.hrefs.length < maxLinks * 2)
      found.hrefs.push(href);
  } else if (name === "base") found.base ??= href;
  else if (name === "link" && rels.includes("canonical")) found.canonical ??= href;
  else if (name === "link" && rels.some((one) => one === "next" || one === "prev"))
    found.hrefs.push(href ?? "");
  else if (name === "meta" && isRobotsMeta(attributes)) {
    const { noindex, nofollow } = readRobotsRules(content);
    found.noindex ||= noindex;
    found.nofollow ||= nofollow;
  } else if (name === "meta" && attributes["http-equiv"]?.toLowerCase() === "refresh") {
    const target = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1];
    if (target !== undefined) found.hrefs.push(target);
  }
}

/** Reads the words of a robots meta or of an X-Robots-Tag header. */
export function readRobotsRules(text: string): { noindex: boolean; nofollow: boolean } {
  const words = text.toLowerCase().split(/[\s,]+/);
  const isNone = words.includes("none");
  return { noindex: isNone || words.includes("noindex"), nofollow: isNone || words.includes("nofollow") };
}

function isRobotsMeta({ name }: Record<string, string>): boolean {
  return name !== undefined && /^(robots|pilothousebot)$/i.test(name.trim());
}

function resolveLink(href: string, base: string): string | undefined {
  const url = URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  return url.href;
}
