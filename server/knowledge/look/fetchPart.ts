import { AppError } from "../../../shared/errors/errors.ts";
import { EgressError } from "../../egress/EgressError.ts";
import type { EgressAnswer, EgressHead } from "../../egress/EgressRequest.ts";
import { parseAddress } from "../crawl/addresses.ts";
import { ask, AskedToWait } from "../crawl/ask.ts";
import type { Asking } from "../crawl/ask.ts";
import { failByStatus } from "../crawl/reasons.ts";
import type { Robots } from "../crawl/robots.ts";
import { imageTypeOf } from "../../storage/imageType.ts";
import { decodeText } from "../parsing/text/decodeText.ts";
import type { Parser } from "../parsing/createParser.ts";
import { ParseError } from "../parsing/ParseError.ts";

export interface FetchedText {
  /** Where it stands, after redirects. */
  url: string;
  text: string;
}

/** Fetches parts of one website. What is needed throws `source_refused`; what is only wished for is null where it fails. */
export interface Fetcher {
  needPage(url: string): Promise<FetchedText>;
  findPage(url: string): Promise<FetchedText | null>;
  findText(url: string): Promise<string | null>;
  /** A picture as `data:image`, an SVG as a PNG; null for what is larger or none. */
  findPicture(url: string, maxBytes: number): Promise<string | null>;
}

interface FetcherParts {
  robots: Robots;
  drawPicture: Parser["drawPicture"];
}

const maxRedirects = 5;
const isHtml = ({ status, headers }: EgressHead) =>
  status === 200 && /html|^$/i.test(headers["content-type"] ?? "");
const isOk = ({ status }: EgressHead) => status === 200;

/** Makes the fetcher of one look: it asks robots.txt before each address, also where a redirect leads. */
export function createFetcher(asking: Asking, { robots, drawPicture }: FetcherParts): Fetcher {
  async function fetch(given: string, own: Parameters<typeof ask>[2]): Promise<EgressAnswer> {
    let url = parseAddress(given);
    for (let step = 0; url && step <= maxRedirects; step++) {
      const refused = await robots.refuse(url);
      if (refused) throw refuse(refused.reason);
      const answer = await ask(url, asking, own);
      const location = answer.status >= 300 && answer.status < 400 ? answer.headers["location"] : undefined;
      if (location === undefined) return answer;
      url = parseAddress(location, url);
    }
    throw refuse(url ? "the page redirects too often" : "this is not a web address");
  }

  async function needPage(url: string): Promise<FetchedText> {
    try {
      const answer = await fetch(url, { headers: { accept: "text/html" }, accept: isHtml });
      const { status, headers } = answer;
      if (status !== 200) throw refuse(failByStatus(status).reason);
      if (!isHtml(answer)) throw refuse("there is no web page at this address, but a file");
      return { url: answer.url, text: decodeText(answer.body, headers["content-type"]) };
    } catch (error) {
      throw toRefusal(error);
    }
  }

  async function draw(name: string, bytes: Buffer): Promise<Buffer | null> {
    try {
      return Buffer.from(await drawPicture({ name, bytes }, { signal: asking.signal }));
    } catch (error) {
      if (error instanceof ParseError) return null;
      throw error;
    }
  }

  return {
    needPage,
    findPage: (url) => orNull(needPage(url)),
    findText: (url) =>
      orNull(fetch(url, { maxBytes: 500_000, accept: isOk }).then(({ body }) => body.toString("utf8"))),
    findPicture: async (url, maxBytes) => {
      const answer = await orNull(fetch(url, { maxBytes, accept: isOk }));
      if (!answer) return null;
      const bytes = isSvg(answer.body) ? await draw(url, answer.body) : answer.body;
      return bytes && bytes.byteLength <= maxBytes ? writePicture(bytes) : null;
    },
  };
}

/** Only what goes wrong on the way is no answer; a fault of ours continues. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError || error instanceof EgressError || error instanceof AskedToWait)
      return null;
    throw error;
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof EgressError) return refuse(error.message, error);
  if (error instanceof AskedToWait || error instanceof ParseError) return refuse(error.message, error);
  return error;
}

function refuse(reason: string, cause?: unknown): AppError {
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  const message = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return new AppError("source_refused", { message, cause });
}

/** What says so itself near its beginning, behind the declaration of XML and comments. */
function isSvg(bytes: Buffer): boolean {
  return /^\s*<[^]*<svg[\s>]|^\s*<svg[\s>]/.test(
    bytes
      .subarray(0, 2000)
      .toString("utf8")
      .replace(/^\ufeff/, ""),
  );
}

/** An agent's icon may be any picture that does not move. */
function writePicture(bytes: Buffer): string | null {
  const type = imageTypeOf(bytes);
  return type && type !== "image/gif" ? `data:${type};base64,${bytes.toString("base64")}` : null;
}
