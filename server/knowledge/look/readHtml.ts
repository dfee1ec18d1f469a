import { Parser } from "htmlparser2";
import type { SiteSection } from "../../agents/generate/SiteFacts.ts";

/** What one page says of its site and of itself. */
export interface HtmlFacts {
  title: string;
  siteName: string | null;
  description: string | null;
  language: string | null;
  themeColor: string | null;
  /** Absolute addresses, the most promising first. */
  icons: string[];
  styleSheets: string[];
  /** The text of its own style elements and attributes. */
  styles: string[];
  links: string[];
  sections: SiteSection[];
}

const sliceCharacters = 16_384;
const maxOpenElements = 2000;
const mostSections = 80;
const longestSection = 800;
const longestHeading = 200;
const most = 300;

const aside = new Set(
  "script style noscript template nav footer svg form aside select dialog button iframe title".split(" "),
);
const inline = new Set("a b i em strong span small sup sub mark abbr code time u".split(" "));
const headings = new Set(["h1", "h2", "h3", "h4", "summary", "dt"]);

/** Reads a page in small steps. Nothing of it runs, and nothing of it is markup afterwards. */
export async function readHtml(html: string, url: string): Promise<HtmlFacts> {
  const page = createReader(url);
  for (let at = 0; at < html.length && !page.isFull(); at += sliceCharacters) {
    page.write(html.slice(at, at + sliceCharacters));
    await new Promise(setImmediate);
  }
  return page.end();
}

function createReader(pageUrl: string) {
  const facts: HtmlFacts = {
    ...{ title: "", siteName: null, description: null, language: null, themeColor: null },
    ...{ icons: [], styleSheets: [], styles: [], links: [], sections: [] },
  };
  const icons: { url: string; rank: number }[] = [];
  const ogTitle = { text: "" };
  let section: SiteSection = { heading: "", text: "" };
  let base = pageUrl;
  let skipped = 0;
  let inHeading = 0;
  let open = 0;
  let textOf: "title" | "style" | "data" | null = null;
  let style = "";
  let data = "";

  const resolve = (href: string | undefined) => URL.parse(href?.trim() ?? "", base)?.href;
  const push = (list: string[], item: string | undefined) => {
    if (item !== undefined && list.length < most) list.push(item);
  };

  function readMeta(attributes: Record<string, string>): void {
    const name = (attributes["name"] ?? attributes["property"] ?? "").toLowerCase();
    const content = tidy(attributes["content"] ?? "", 500);
    if (content === "") return;
    if (name === "og:site_name" || name === "application-name") facts.siteName ??= content.slice(0, 120);
    else if (name === "description" || name === "og:description") facts.description ??= content;
    else if (name === "theme-color") facts.themeColor ??= content.slice(0, 40);
    else if (name === "og:title") ogTitle.text ||= content;
  }

  function readLink({ rel = "", href, sizes = "", type = "" }: Record<string, string>): void {
    const rels = rel.toLowerCase().split(/\s+/);
    if (rels.includes("stylesheet")) push(facts.styleSheets, resolve(href));
    const isIcon = rels.some((one) => one === "icon" || one.startsWith("apple-touch-icon"));
    const address = isIcon && !/x-icon/i.test(type) ? resolve(href) : undefined;
    if (address === undefined || /\.ico($|\?)/i.test(address) || icons.length >= most) return;
    const size = Number(/^\d{1,4}/.exec(sizes)?.[0] ?? 0);
    // A drawing goes before small pictures, and after those that are made for a home screen: it may need a font.
    const isDrawing = /svg/i.test(type) || /\.svg($|\?)/i.test(address);
    const rank = isDrawing ? 150 : rels.includes("icon") ? Math.min(size, 256) : 180;
    icons.push({ url: address, rank });
  }

  function begin(heading = ""): void {
    const { heading: before, text } = section;
    if ((before !== "" || text.trim() !== "") && facts.sections.length < mostSections) {
      facts.sections.push({ heading: tidy(before, longestHeading), text: tidy(text, longestSection) });
    }
    section = { heading, text: "" };
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (++open > maxOpenElements) parser.pause();
      if (name === "html") facts.language ??= readLanguage(attributes["lang"]);
      else if (name === "base") base = URL.parse(attributes["href"] ?? "", pageUrl)?.href ?? base;
      else if (name === "meta") readMeta(attributes);
      else if (name === "link") readLink(attributes);
      else if (name === "a") push(facts.links, resolve(attributes["href"]));
      if (name === "title" && facts.title === "" && skipped === 0) textOf = "title";
      if (name === "style") textOf = "style";
      if (name === "script" && attributes["type"]?.toLowerCase() === "application/ld+json") textOf = "data";
      if (attributes["style"] && !textOf) push(facts.styles, attributes["style"].slice(0, 1000));
      // Questions that unfold are buttons in their headings.
      if (
        (aside.has(name) && !(name === "button" && inHeading > 0)) ||
        attributes["hidden"] !== undefined ||
        attributes["aria-hidden"] === "true"
      )
        skipped++;
      else if (skipped > 0) skipped++;
      else if (headings.has(name)) {
        begin();
        inHeading++;
      } else if (!inline.has(name)) section.text += " ";
    },
    ontext(text) {
      if (textOf === "title" && facts.title.length < 300) facts.title += text;
      else if (textOf === "style" && style.length < 300_000) style += text;
      else if (textOf === "data" && data.length < 300_000) data += text;
      if (skipped > 0) return;
      if (inHeading > 0) section.heading += text.slice(0, longestHeading);
      else if (section.text.length < longestSection * 2) section.text += text;
    },
    onclosetag(name) {
      open--;
      if (name === "style" && style) {
        push(facts.styles, style);
        style = "";
      }
      if (name === "script" && textOf === "data") {
        // What a site declares as its questions counts before all that is found in its text.
        facts.sections.unshift(...readQuestions(data).slice(0, mostSections));
        data = "";
      }
      if (name === "style" || name === "title" || name === "script") textOf = null;
      if (skipped > 0) return void skipped--;
      if (headings.has(name)) inHeading = Math.max(0, inHeading - 1);
      else if (!inline.has(name)) section.text += " ";
    },
  });

  return {
    write: (text: string) => parser.write(text),
    isFull: () => open > maxOpenElements || facts.sections.length >= mostSections,
    end(): HtmlFacts {
      parser.end();
      begin();
      facts.title = tidy(facts.title || ogTitle.text, 300);
      facts.icons = icons.toSorted((one, other) => other.rank - one.rank).map(({ url }) => url);
      return facts;
    },
  };
}

/** The questions and answers that a page declares for search engines (schema.org's FAQPage). */
function readQuestions(json: string): SiteSection[] {
  const found: SiteSection[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth > 6 || found.length >= mostSections || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach((one) => walk(one, depth + 1));
    const { "@type": type, name, acceptedAnswer } = value as Record<string, unknown>; // what is not there is undefined
    const text = (acceptedAnswer as { text?: unknown } | undefined)?.text; // read as unknown
    if (type === "Question" && typeof name === "string" && typeof text === "string") {
      const answer = text.slice(0, longestSection * 4).replace(/<[^>]*>/g, " ");
      found.push({ heading: tidy(name, longestHeading), text: tidy(answer, longestSection) });
      return;
    }
    for (const one of Object.values(value)) walk(one, depth + 1);
  };
  try {
    walk(JSON.parse(json), 0);
  } catch {
    // Many sites have broken ones; their text is read all the same.
  }
  return found;
}

function readLanguage(tag: string | undefined): string | null {
  return tag && /^[a-z]{2,3}([-_][a-z\d]{2,8})*$/i.test(tag) ? tag.replaceAll("_", "-") : null;
}

/** One line without characters that steer: what looks empty is empty, and no bidirectional mark turns a text around. */
function tidy(text: string, longest: number): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, " ")
    .replace(/ {2,}|[\u00a0\u2000-\u200a\u3000]/g, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed();
}
