import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import type { LeftOut, ParsedParts } from "../ParsedDocument.ts";
import { countDepth, flattenHtml } from "../text/flatHtml.ts";
import { htmlToMarkdown, markHeading } from "../text/htmlToMarkdown.ts";
import { openFolded } from "../text/openFolded.ts";
import { openTemplates } from "../text/openTemplates.ts";
import type { PageDocument } from "../text/page.ts";
import { removeUnseen } from "../text/removeUnseen.ts";
import { splitMarkdown } from "../text/splitMarkdown.ts";
import { writePositions } from "../text/writePositions.ts";
import { readPageFacts } from "../text/readPageFacts.ts";

/**
 * Reads a web page: its main content without menus and advertisements, all of its body where no main
 * content is found or it came as a file. Links are completed by the page's address.
 */
export async function parseHtml(html: string, url?: string): Promise<ParsedParts> {
  if (isTooDeep(html)) return { sections: splitMarkdown(flattenHtml(html)) };
  const facts = readPageFacts({ html, document: parsePage(html), url });
  // What somebody chose as a file is meant whole; a page of a site has menus and more around what it says.
  const main = url ? await findMain(html, url).catch(() => undefined) : undefined;
  const { whole, leftOut } = readBody(html, url);
  // Short main content beside a long page means that the guess was wrong (a list, a shop, a form).
  const isWorth = main && countText(main) > Math.min(enoughCharacters, countText(whole) * smallestShare);
  const sections = splitMarkdown(htmlToMarkdown(isWorth ? main : whole));
  return { ...facts, title: facts.title || sections[0]?.headings[0] || "", sections, leftOut };
}

/** Gives the HTML of all that a page shows, for pages that stand within another document. */
export function readWholePage(html: string): { whole: string; leftOut: LeftOut[] } {
  return isTooDeep(html) ? { whole: flattenHtml(html), leftOut: [] } : readBody(html);
}

function isTooDeep(html: string): boolean {
  return countDepth(html) > deepest;
}

/** People's pages stay below a hundred; the time that trees take grows with the square of it. */
const deepest = 500;

const enoughCharacters = 400;
const smallestShare = 0.25;

function parsePage(html: string): PageDocument {
  // linkedom makes no document element from a fragment; a page without one is wrapped.
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
  return parseHTML(whole).document as unknown as PageDocument; // linkedom types it by a DOM that is not here
}

/** Gives the page as people see it: opened, without what is hidden, positions written as text, links whole. */
function prepare(html: string, url?: string): { document: PageDocument; leftOut: LeftOut[] } {
  const document = parsePage(html);
  openTemplates(document);
  openFolded(document);
  const leftOut = [...removeUnseen(document), ...writePositions(document)];
  openNoscript(document);
  completeLinks(document, url);
  return { document, leftOut };
}

/** A page that shows nothing without its program may say the same for those who have none. */
function openNoscript(document: PageDocument): void {
  const body = document.body ?? document.documentElement;
  if (!body) return;
  const count = (selector: string) =>
    Array.from(body.querySelectorAll(selector)).reduce(
      (sum, { textContent }) => sum + (textContent ?? "").replace(/\s+/g, " ").trim().length,
      0,
    );
  const shown =
    (body.textContent ?? "").replace(/\s+/g, " ").trim().length - count("noscript, script, style, template");
  if (shown > fewestCharacters) return;
  for (const part of Array.from(body.querySelectorAll("noscript"))) {
    const text = (part.textContent ?? "").trim();
    if (text === "" || (text.length < longestNotice && /java\s?script/i.test(text))) continue;
    const instead = document.createElement("div");
    instead.append(...Array.from(part.childNodes));
    part.replaceWith(instead);
  }
}

const fewestCharacters = 40;
/** "You need to enable JavaScript to run this app." */
const longestNotice = 300;

/** Patterns of content are left alone: they take short lists for the small print of a blog. */
async function findMain(html: string, url?: string): Promise<string> {
  const { document } = prepare(html, url);
  for (const heading of Array.from(document.querySelectorAll("h1, h2, h3, h4, h5, h6"))) {
    heading.append(markHeading(heading));
  }
  const { content } = await Defuddle(document, url ?? "", { useAsync: false, removeContentPatterns: false });
  return content;
}

function readBody(html: string, url?: string): { whole: string; leftOut: LeftOut[] } {
  const { document, leftOut } = prepare(html, url);
  for (const each of Array.from(document.querySelectorAll(neverContent))) each.remove();
  const menus = Array.from(document.querySelectorAll("nav, [role=navigation]"));
  for (const each of menus) each.remove();
  if (url) for (const each of Array.from(document.querySelectorAll("form"))) each.remove();
  const body = document.body ?? document.documentElement;
  // A file keeps its menus, which may be its contents; they are behind the text, out of the way of what it says.
  const kept = url ? [] : menus.map((menu) => menu.innerHTML);
  const whole = [body?.innerHTML ?? "", ...kept].map((part) => `<div>${part}</div>`).join("\n");
  return { whole, leftOut };
}

const neverContent = "script, style, noscript, template, iframe, svg, datalist, [aria-hidden=true], [hidden]";

function completeLinks(document: PageDocument, url?: string): void {
  if (!url) return;
  const base = URL.parse(document.querySelector("base[href]")?.getAttribute("href") ?? "", url)?.href ?? url;
  for (const link of Array.from(document.querySelectorAll("a[href]"))) {
    const address = URL.parse(link.getAttribute("href") ?? "", base);
    if (address) link.setAttribute("href", address.href);
  }
}

function countText(html: string): number {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim().length;
}
