import type { ReadSite, SitePage } from "../../agents/generate/SiteFacts.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Egress } from "../../egress/egress.ts";
import { systemClock } from "../crawl/clock.ts";
import { createPacer } from "../crawl/pacer.ts";
import { createRobots } from "../crawl/robots.ts";
import { completeSettings } from "../crawl/settings.ts";
import { findColors, isColorful, readColor } from "./findColors.ts";
import { createFetcher, type Fetcher } from "./fetchPart.ts";
import type { Parser } from "../parsing/createParser.ts";
import { pickPages } from "./pickPages.ts";
import { readHtml, type HtmlFacts } from "./readHtml.ts";

export interface LookOptions {
  egress: Egress;
  publicUrl: string;
  drawPicture: Parser["drawPicture"];
}

const usual = { requestsPerSecond: 5, maxBytes: 2_000_000, timeoutMs: 10_000 };
const longestMs = 25_000;
const furtherPages = 5;
const styleSheets = 3;
/** As a data address it stays below what an agent's icon may have. */
const largestIcon = 90_000;

/** Makes the reader: the front page that an address leads to, a few pages that it links, its colors and its logo. */
export function createReadSite({ egress, publicUrl, drawPicture }: LookOptions): ReadSite {
  return async (url, given) => {
    const signal = AbortSignal.any([given, AbortSignal.timeout(longestMs)]);
    const settings = completeSettings({ scope: "pages", startUrls: [url], ...usual }, publicUrl);
    const pacer = createPacer(systemClock, settings.requestsPerSecond);
    const asking = { egress, settings, clock: systemClock, pacer, signal, faults: new Map(), retries: 0 };
    const fetcher = createFetcher(asking, { robots: createRobots(asking), drawPicture });
    try {
      return await look(url, fetcher);
    } catch (error) {
      given.throwIfAborted();
      if (!signal.aborted) throw error;
      throw new AppError("source_refused", {
        message: "The website took too long to answer. Try again later.",
      });
    }
  };
}

async function look(url: string, fetcher: Fetcher): ReturnType<ReadSite> {
  const front = await fetcher.needPage(url);
  const html = await readHtml(front.text, front.url);
  const [further, colors, icon] = await Promise.all([
    readFurther(html, front.url, fetcher),
    readColors(html, fetcher),
    readIcon(html, front.url, fetcher),
  ]);
  const first: SitePage = { url: front.url, title: html.title, sections: html.sections };
  const { siteName, description, language } = html;
  const themeColor = keepColorful(html.themeColor);
  return {
    url: front.url,
    pages: [first, ...further],
    siteName,
    description,
    language,
    themeColor,
    colors,
    icon,
  };
}

/** Many sites name white or black, which is the ground of their pages and not their color. */
function keepColorful(named: string | null): string | null {
  const colour = named === null ? null : readColor(named);
  return colour !== null && isColorful(colour) ? colour : null;
}

async function readFurther(html: HtmlFacts, frontUrl: string, fetcher: Fetcher): Promise<SitePage[]> {
  const urls = pickPages(html.links, frontUrl, furtherPages);
  const pages = await Promise.all(
    urls.map(async (url) => {
      const page = await fetcher.findPage(url);
      if (!page) return [];
      const { title, sections } = await readHtml(page.text, page.url);
      return [{ url: page.url, title, sections }];
    }),
  );
  return pages.flat();
}

async function readColors(html: HtmlFacts, fetcher: Fetcher): Promise<string[]> {
  const sheets = await Promise.all(
    html.styleSheets.slice(0, styleSheets).map((url) => fetcher.findText(url)),
  );
  return findColors([...html.styles, ...sheets.filter((sheet) => sheet !== null)]);
}

/** Where a page names no picture, browsers look at this place; a picture that is none is simply no icon. */
async function readIcon(html: HtmlFacts, frontUrl: string, fetcher: Fetcher): Promise<string | null> {
  const usualPlace = new URL("/apple-touch-icon.png", frontUrl).href;
  for (const url of [...html.icons.slice(0, 2), usualPlace]) {
    const icon = await fetcher.findPicture(url, largestIcon);
    if (icon) return icon;
  }
  return null;
}
