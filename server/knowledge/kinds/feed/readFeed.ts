import { setImmediate as pause } from "node:timers/promises";
import { Parser } from "htmlparser2";
import { decodeText } from "../../parsing/text/decodeText.ts";

/** One entry of a feed, as its author wrote it. */
export interface FeedItem {
  /** Its guid or id, else its link: what it is known by over syncs. */
  key: string;
  title: string;
  link: string | null;
  /** HTML, or the summary where there is no content. */
  content: string;
  publishedAt: number | null;
  /** Another text whenever its author changed it, as far as that is told. */
  stamp: string;
}

export interface Feed {
  items: FeedItem[];
  /** There were more than are read. */
  isCut: boolean;
}

/** No feed of people's has as many; what is over is left out. */
export const mostItems = 1000;

const sliceCharacters = 32 * 1024;
const maxOpenElements = 60;
const longestField = 2000;
const longestContent = 500_000;

/**
 * Reads RSS 2.0, RSS 1.0 and Atom; undefined for anything else. Nothing outside the file is ever looked up, entities of
 * the file's own are not known and stay as they are written, and the work is cut in slices so that the server
 * continues.
 */
export async function readFeed(
  body: Uint8Array,
  contentType: string,
  url: string,
): Promise<Feed | undefined> {
  const text = decodeText(body, contentType);
  const reader = createReader(url);
  for (let at = 0; at < text.length && !reader.isDone(); at += sliceCharacters) {
    reader.write(text.slice(at, at + sliceCharacters));
    await pause();
  }
  return reader.end();
}

interface Entry {
  id: string;
  title: string;
  link: string;
  content: string;
  summary: string;
  published: string;
  updated: string;
}

/** Which field an element fills, by its local name. Where a feed says it twice, the first one counts. */
const fieldOf: Record<string, keyof Entry | undefined> = {
  ...{ guid: "id", id: "id", title: "title", link: "link" },
  ...{ "content:encoded": "content", content: "content", description: "summary", summary: "summary" },
  ...{ pubDate: "published", published: "published", "dc:date": "published", updated: "updated" },
};

function createReader(url: string) {
  const feed: Feed = { items: [], isCut: false };
  let isFeed = false;
  let isDone = false;
  let open = 0;
  let entry: Entry | undefined;
  let entryDepth = 0;
  let field: keyof Entry | undefined;
  let fieldDepth = 0;
  let written = "";
  let isMarkup = false;

  function stop(): void {
    isDone = true;
    parser.pause();
  }

  function beginField(name: string, attributes: Record<string, string>): void {
    const known = fieldOf[name];
    if (!entry || !known || entry[known] !== "") return;
    if (known === "link" && attributes["href"] !== undefined) {
      if ((attributes["rel"] ?? "alternate") === "alternate")
        entry.link = attributes["href"].slice(0, longestField);
      return;
    }
    field = known;
    fieldDepth = open;
    written = "";
    isMarkup = attributes["type"] === "xhtml";
  }

  function endEntry(): void {
    const item = entry && makeItem(entry, url);
    entry = undefined;
    if (!item) return;
    if (feed.items.length >= mostItems) {
      feed.isCut = true;
      return stop();
    }
    feed.items.push(item);
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++open > maxOpenElements) return stop();
        if (open === 1) isFeed = name === "rss" || name === "feed" || name === "rdf:RDF";
        if (!isFeed) return stop();
        if (field) {
          // Markup in a field is text to come: only its names are kept, never an attribute.
          if (isMarkup) write(`<${name}>`);
        } else if (entry && open === entryDepth + 1) beginField(name, attributes);
        else if (!entry && (name === "item" || name === "entry")) {
          entry = { id: "", title: "", link: "", content: "", summary: "", published: "", updated: "" };
          entryDepth = open;
        }
      },
      ontext(text) {
        if (field) write(isMarkup ? escapeText(text) : text);
      },
      onclosetag(name) {
        if (field && open === fieldDepth) {
          if (entry) entry[field] = written;
          field = undefined;
        } else if (field && isMarkup) write(`</${name}>`);
        else if (entry && open === entryDepth) endEntry();
        open--;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );

  function write(text: string): void {
    const most = field === "content" || field === "summary" ? longestContent : longestField;
    if (written.length < most) written += text.slice(0, most - written.length);
  }

  return {
    write: (text: string) => parser.write(text),
    isDone: () => isDone,
    end(): Feed | undefined {
      if (!isDone) parser.end();
      return isFeed ? feed : undefined;
    },
  };
}

function makeItem(entry: Entry, feedUrl: string): FeedItem | undefined {
  const link = URL.parse(entry.link.trim(), feedUrl);
  const isWeb = link?.protocol === "http:" || link?.protocol === "https:";
  const address = entry.link.trim() !== "" && isWeb ? link.href : null;
  const key = tidy(entry.id) || address;
  const content = (entry.content || entry.summary).trim();
  if (!key || (content === "" && address === null)) return undefined;
  const published = readDate(entry.published) ?? readDate(entry.updated);
  const title = tidy(entry.title.replace(/<[^>]*>/g, " ")).slice(0, 300);
  return {
    ...{ key, title, link: address, content, publishedAt: published },
    stamp: JSON.stringify([title, address, entry.published, entry.updated, content]),
  };
}

function readDate(text: string): number | null {
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : at;
}

function tidy(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f\s]+/g, " ")
    .trim()
    .toWellFormed();
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
