import { EgressError } from "../../egress/EgressError.ts";
import { keyOf, parseAddress } from "./addresses.ts";
import { ask } from "./ask.ts";
import type { Asking } from "./ask.ts";
import { fail, failByEgress, failByStatus } from "./reasons.ts";
import type { Failed } from "./reasons.ts";
import { readSitemap } from "./readSitemap.ts";
import type { Sitemap } from "./readSitemap.ts";
import type { Robots } from "./robots.ts";

type Walk = {
  asking: Asking;
  robots: Robots;
  isSameSite: (url: URL) => boolean;
  maxAddresses: number;
  /** Gets the addresses of each file as soon as it is read. */
  onPages: (pages: string[], sitemap: string) => Promise<void>;
};

/** What a walk through sitemaps came to: how each start failed, and whether limits left something out. */
export type WalkResult = { failures: Map<string, Failed>; isCut: boolean };

/**
 * Reads sitemaps and the sitemaps they name, each once, none of another site: at most 100 files, three levels deep,
 * so that one that names itself or a hundred others comes to an end.
 */
export async function walkSitemaps(starts: readonly string[], walk: Walk): Promise<WalkResult> {
  const result: WalkResult = { failures: new Map(), isCut: false };
  const seen = new Set<string>();
  const queue = starts.map((url) => ({ url, level: 1 }));
  let remaining = walk.maxAddresses;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const url = parseAddress(next.url);
    if (!url || !walk.isSameSite(url) || seen.has(keyOf(url))) continue;
    if (seen.size >= maxFiles || remaining <= 0) return { ...result, isCut: true };
    seen.add(keyOf(url));
    const sitemap = await fetchSitemap(url, walk, remaining);
    if ("state" in sitemap) {
      if (next.level === 1) result.failures.set(next.url, sitemap);
      continue;
    }
    remaining -= sitemap.pages.length;
    result.isCut ||= sitemap.isCut || (next.level === maxLevels && sitemap.sitemaps.length > 0);
    const { level } = next;
    if (level < maxLevels) {
      const inner = sitemap.sitemaps.slice(0, maxFiles);
      queue.push(...inner.map((one) => ({ url: URL.parse(one, url)?.href ?? one, level: level + 1 })));
    }
    await walk.onPages(sitemap.pages, url.href);
  }
  return result;
}

const maxFiles = 100;
const maxLevels = 3;
// Packed or not; what it unpacks to has its own limit.
const maxBytes = 50 * 1024 * 1024;

async function fetchSitemap(
  url: URL,
  { asking, robots, isSameSite }: Walk,
  max: number,
): Promise<Sitemap | Failed> {
  const refused = await robots.refuse(url);
  if (refused) return refused.state === "failed" ? refused : fail("robots", refused.reason);
  try {
    const answer = await ask(url, asking, { maxBytes, onRedirect: isSameSite });
    if (answer.status !== 200) return failByStatus(answer.status);
    const sitemap = await readSitemap(answer.body, max);
    return sitemap ?? fail("notSitemap", "this address has no readable sitemap");
  } catch (error) {
    if (error instanceof EgressError && error.reason !== "aborted") return failByEgress(error);
    throw error;
  }
}
