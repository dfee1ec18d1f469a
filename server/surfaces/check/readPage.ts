import { Parser } from "htmlparser2";

/** What of a page's HTML tells whether and how the chat is on it. */
export interface PageFacts {
  /** External scripts, with the nonce that they carry. */
  scripts: { src: string; nonce: string | undefined }[];
  /** The text of inline scripts, as far as it was kept. */
  inline: string[];
  frames: { src: string; referrerPolicy: string }[];
  links: string[];
  /** The tokens of `<pilothouse-chat>` elements. */
  elements: string[];
  /** Policies of `<meta http-equiv>`. */
  policies: string[];
}

const sliceCharacters = 16_384;
const mostOfEach = 500;
const inlineCharacters = 20_000;

/** Reads a page in small steps, so that a long one keeps nobody else waiting. */
export async function readPage(html: string): Promise<PageFacts> {
  const facts: PageFacts = { scripts: [], inline: [], frames: [], links: [], elements: [], policies: [] };
  let script = "";
  let isInline = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      readElement(facts, name, attributes);
      isInline = name === "script" && attributes["src"] === undefined;
      script = "";
    },
    ontext(text) {
      if (isInline && script.length < inlineCharacters) script += text;
    },
    onclosetag(name) {
      if (name === "script" && isInline) keep(facts.inline, script);
      isInline = false;
    },
  });
  for (let at = 0; at < html.length; at += sliceCharacters) {
    parser.write(html.slice(at, at + sliceCharacters));
    await new Promise(setImmediate);
  }
  parser.end();
  return facts;
}

function readElement(facts: PageFacts, name: string, attributes: Record<string, string>): void {
  const { src = "", href = "", token = "", content = "", nonce } = attributes;
  if (name === "script" && src) keep(facts.scripts, { src, nonce });
  else if (name === "iframe" && src)
    keep(facts.frames, { src, referrerPolicy: attributes["referrerpolicy"] ?? "" });
  else if (name === "a" && href) keep(facts.links, href);
  else if (name === "pilothouse-chat") keep(facts.elements, token);
  else if (name === "meta" && attributes["http-equiv"]?.toLowerCase() === "content-security-policy")
    keep(facts.policies, content);
}

function keep<Item>(list: Item[], item: Item): void {
  if (list.length < mostOfEach) list.push(item);
}
