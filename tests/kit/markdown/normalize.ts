import { parseDocument } from "htmlparser2";

/*
 * Makes HTML comparable, as CommonMark's own normaliser does: white space outside of code counts as one space and none
 * beside blocks, attributes are sorted, entities and percent signs are resolved.
 */

/** A node as htmlparser2 gives it, as far as it is looked at here. */
interface Node {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Node[];
}

/** Relative links lead nowhere in a chat; for the comparison each is drawn as a link below this address. */
export const relativeBase = "https://relative.invalid/";

/** What the samples expect, with the HTML that they pass through written as text: we show it so. */
export function normalizeExpected(html: string, markdown: string): string {
  return print(parse(escapeRaw(html, markdown)));
}

/**
 * What we draw, without what is our own: heading levels, the frame of code with its language and button, the wrapper of
 * tables, paragraphs of tight lists, the block around HTML that is shown as text, and all attributes but those of
 * the samples.
 */
export function normalizeDrawn(html: string): string {
  return print(parse(html).map(takeOutOurs).flat());
}

const isVoid = /^(br|hr|img|input)$/;
const kept = /^(href|src|alt|title|start|align|class|checked|disabled|type)$/;

function parse(html: string): Node[] {
  return parseDocument(html, { decodeEntities: true }).children as unknown as Node[]; // the same nodes, by fewer of their fields
}

/** White space in code is kept by standing for itself until the rest has been made equal. */
const codeSpaces: [string, string][] = [
  [" ", "\ue000"],
  ["\n", "\ue001"],
  ["\t", "\ue002"],
];

function print(nodes: readonly Node[]): string {
  const besideBlocks =
    / *(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|br|table|thead|tbody|tr|th|td|input)\b[^>]*>) */g;
  const text = printAll(nodes, false).replace(/\s+/g, " ").replace(besideBlocks, "$1").trim();
  return codeSpaces.reduce((all, [space, sign]) => all.replaceAll(sign, space), text);
}

function printAll(nodes: readonly Node[], isInPre: boolean): string {
  return nodes
    .map(({ type, name = "", data = "", attribs = {}, children = [] }) => {
      if (type === "text") return escape(isInPre ? keepSpaces(data) : data);
      const inner = printAll(children, isInPre || name === "pre");
      if (name === "div") return ` ${inner} `;
      const start = `<${name}${printAttributes(name, attribs)}>`;
      return isVoid.test(name) ? start : `${start}${inner}</${name}>`;
    })
    .join("");
}

function keepSpaces(text: string): string {
  return codeSpaces.reduce((all, [space, sign]) => all.replaceAll(space, sign), text);
}

function printAttributes(tag: string, attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .filter(([name]) => kept.test(name))
    .map(([name, value]) => {
      const isAddress = name === "href" || (tag === "img" && name === "src");
      return ` ${name}="${escape(isAddress ? normalizeAddress(value) : value)}"`;
    })
    .toSorted()
    .join("");
}

function normalizeAddress(address: string): string {
  try {
    return encodeURI(decodeURIComponent(address)).replaceAll("%25", "%");
  } catch {
    return encodeURI(address).replaceAll("%25", "%");
  }
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Tags that Markdown makes; each other one in expected HTML came through from the text. */
const generated =
  /^<(\/?(p|h[1-6]|ul|ol|li|blockquote|pre|code|em|strong|a|del|table|thead|tbody|tr|th|td)|ol start="\d+"|code class="language-[^"]*"|a href="[^"]*"( title="[^"]*")?|(img src="[^"]*" alt="[^"]*"( title="[^"]*")?|hr|br) ?\/?|(th|td) align="\w+"|input [^<>]*)>/;
const construct =
  /^<(!--[\s\S]*?--|\?[\s\S]*?\?|!\[CDATA\[[\s\S]*?\]\]|![A-Za-z][^>]*|\/?[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/;

function escapeRaw(html: string, markdown: string): string {
  let out = "";
  for (let at = 0; at < html.length;) {
    const rest = html.slice(at);
    const [raw] = construct.exec(rest) ?? [];
    const isVerbatim = raw !== undefined && markdown.includes(raw);
    if (html[at] === "<" && isVerbatim) {
      out += escape(raw);
      at += raw.length;
    } else if (html[at] === "<" && !generated.test(rest)) {
      out += "&lt;";
      at += 1;
    } else out += html[at++];
  }
  return out;
}

function takeOutOurs(node: Node): Node[] {
  const { name = "", attribs = {} } = node;
  if (node.type === "text") return [node];
  const inner = (node.children ?? []).flatMap(takeOutOurs);
  const as = (tag: string, attributes: Record<string, string> = {}, children = inner): Node[] => [
    { type: "tag", name: tag, attribs: attributes, children },
  ];
  switch (name) {
    case "h3":
    case "h4":
      return as(`h${attribs["data-level"] ?? "?"}`);
    case "figure": {
      const [caption, pre] = inner;
      const language = textOf(caption);
      const code = pre?.children?.[0];
      return as("pre", {}, [
        { ...code, type: "tag", name: "code", attribs: language ? { class: `language-${language}` } : {} },
      ]);
    }
    case "ul":
    case "ol": {
      const start = attribs.start ? { start: attribs.start } : undefined;
      if (attribs["data-tight"] === undefined) return as(name, start);
      return as(name, start, inner.map(unwrapParagraphs));
    }
    case "div":
      return inner;
    case "p":
      return attribs["data-html"] === undefined ? as("p") : as("div", {}, inner);
    case "a":
      return as("a", { ...attribs, href: readAddress(attribs.href) });
    case "img":
      return as("img", { ...attribs, src: readAddress(attribs.src) });
    case "th":
    case "td":
      return as(name, attribs["data-align"] ? { align: attribs["data-align"] } : {});
    case "input":
      return as("input", {
        type: "checkbox",
        disabled: "",
        ...("checked" in attribs ? { checked: "" } : {}),
      });
    default:
      return as(name);
  }
}

function unwrapParagraphs(item: Node): Node {
  const children = item.children?.flatMap((child) => (child.name === "p" ? (child.children ?? []) : [child]));
  return { ...item, children };
}

function readAddress(address = ""): string {
  return address.startsWith(relativeBase) ? decodeURIComponent(address.slice(relativeBase.length)) : address;
}

function textOf(node: Node | undefined): string {
  return node?.data ?? (node?.children ?? []).map(textOf).join("");
}
