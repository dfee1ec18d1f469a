import { promisify } from "node:util";
import { setImmediate as pause } from "node:timers/promises";
import { gunzip } from "node:zlib";
import { Parser } from "htmlparser2";

/** What one sitemap file holds. */
export type Sitemap = {
  /** Addresses of pages. */
  pages: string[];
  /** Addresses of further sitemaps. */
  sitemaps: string[];
  /** The limit of addresses was met, so there are more than are given. */
  isCut: boolean;
};

/**
 * Reads a sitemap in any of its forms: XML, an index of sitemaps, a feed, a list of lines, each packed or not. Gives
 * undefined for what is none of these or unpacks to more than 50 MB. Nothing outside the file is ever looked up,
 * entities of the file's own are not known, and the work is cut in slices so that the server continues serving.
 */
export async function readSitemap(body: Buffer, maxAddresses: number): Promise<Sitemap | undefined> {
  const unpacked = await unpack(body);
  if (!unpacked) return undefined;
  const bytes = toUtf8(unpacked);
  const start = bytes
    .subarray(0, 1000)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (start.startsWith("{")) return readJsonFeed(bytes, maxAddresses);
  if (start.startsWith("<")) return readXml(bytes, maxAddresses);
  return /^https?:\/\//i.test(start) ? readLines(bytes, maxAddresses) : undefined;
}

// The protocol's own limit for a file (sitemaps.org).
const maxUnpackedBytes = 50 * 1024 * 1024;
const sliceBytes = 32 * 1024;
// A sitemap is three elements deep; the parser's work at each closing element grows with the open ones.
const maxOpenElements = 20;
const maxAddressLength = 2000;

async function unpack(body: Buffer): Promise<Buffer | undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await promisify(gunzip)(body, { maxOutputLength: maxUnpackedBytes });
  } catch {
    return undefined;
  }
}

/** UTF-16 tells itself by its mark, or by the zero beside its first sign. */
function toUtf8(bytes: Buffer): Buffer {
  const isLittle = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] !== 0 && bytes[1] === 0);
  const isBig = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] !== 0);
  if (!isLittle && !isBig) return bytes;
  return Buffer.from(new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(bytes));
}

/** A JSON feed lists pages too. */
function readJsonFeed(bytes: Buffer, maxAddresses: number): Sitemap | undefined {
  if (bytes.length > maxFeedBytes) return undefined;
  let feed: unknown;
  try {
    feed = JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
  const items: unknown = Reflect.get(Object(feed), "items");
  if (!Array.isArray(items)) return undefined;
  const pages = items
    .map((item: unknown): unknown => Reflect.get(Object(item), "url"))
    .filter((url): url is string => typeof url === "string" && url.length <= maxAddressLength);
  return { pages: pages.slice(0, maxAddresses), sitemaps: [], isCut: pages.length > maxAddresses };
}

const maxFeedBytes = 5_000_000;

async function readXml(bytes: Buffer, maxAddresses: number): Promise<Sitemap | undefined> {
  const { parser, state } = createSitemapParser(maxAddresses);
  await eachSlice(bytes, (text) => {
    parser.write(text);
    return !state.isDone;
  });
  if (!state.isSitemap) return undefined;
  return { pages: state.pages, sitemaps: state.sitemaps, isCut: state.isCut };
}

type ParserState = Sitemap & { isSitemap: boolean; isDone: boolean };

function createSitemapParser(maxAddresses: number) {
  const state: ParserState = { pages: [], sitemaps: [], isCut: false, isSitemap: false, isDone: false };
  let open = 0;
  let target: string[] = state.pages;
  let text: string | undefined;
  const stop = (): void => {
    state.isDone = true;
    parser.pause();
  };
  const add = (address: string): void => {
    if (address.length <= maxAddressLength) target.push(address);
    if (state.pages.length + state.sitemaps.length < maxAddresses) return;
    state.isCut = true;
    stop();
  };
  let isInItem = false;
  const parser = new Parser(
    {
      onopentag(tag, { href, rel = "alternate" }) {
        const name = localName(tag);
        if (++open > maxOpenElements) return stop();
        if (roots.has(name)) state.isSitemap = true;
        if (name === "url" || name === "item" || name === "entry") target = state.pages;
        if (name === "sitemap") target = state.sitemaps;
        if (name === "item" || name === "entry") isInItem = true;
        if (name === "link" && href !== undefined && isInItem && rel === "alternate") add(href);
        // An image's own address has the name too, with another prefix.
        const isPlace = name === "loc" && !/^(?:image|video):/.test(tag);
        text = isPlace || (name === "link" && isInItem) ? "" : undefined;
      },
      ontext(part) {
        if (text !== undefined && text.length <= maxAddressLength) text += part;
      },
      onclosetag(tag) {
        open--;
        const name = localName(tag);
        if (name === "item" || name === "entry") isInItem = false;
        if (text === undefined || (name !== "loc" && name !== "link")) return;
        if (text.trim() !== "") add(text.trim());
        text = undefined;
      },
    },
    { xmlMode: true },
  );
  return { parser, state };
}

/** Of sitemaps, and of the feeds that are given in their place. */
const roots = new Set(["urlset", "sitemapindex", "rss", "feed", "RDF"]);

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

async function readLines(bytes: Buffer, maxAddresses: number): Promise<Sitemap> {
  const pages: string[] = [];
  let rest = "";
  await eachSlice(bytes, (text) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = (lines.pop() ?? "").slice(0, maxAddressLength + 1);
    pages.push(...lines.map((line) => line.trim()).filter((line) => line !== ""));
    return pages.length < maxAddresses;
  });
  if (rest.trim() !== "") pages.push(rest.trim());
  return { pages: pages.slice(0, maxAddresses), sitemaps: [], isCut: pages.length > maxAddresses };
}

/** Hands the text over in slices of a millisecond or so, with room for other work between; false ends it. */
async function eachSlice(bytes: Buffer, take: (text: string) => boolean): Promise<void> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (!take(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true }))) return;
    await pause();
  }
}
