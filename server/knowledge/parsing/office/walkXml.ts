import { Parser } from "htmlparser2";

export interface XmlWalker {
  /** Names come without their prefix: programs choose it as they like. Attributes keep theirs. */
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Goes through the XML of a part in order, a stretch at a time, so that a large sheet is never one string. */
export function walkXml(data: Uint8Array, walker: XmlWalker): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => walker.open?.(localName(name), attributes),
      ontext: (text) => walker.text?.(text),
      onclosetag: (name) => walker.close?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder(findEncoding(data));
  for (let at = 0; at < data.byteLength; at += stretchBytes) {
    parser.write(decoder.decode(data.subarray(at, at + stretchBytes), { stream: true }));
  }
  parser.end();
}

const stretchBytes = 256 * 1024;

/** Gives a part as one string, for parts that a library wants so. */
export function decodeXml(data: Uint8Array): string {
  return new TextDecoder(findEncoding(data)).decode(data);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function findEncoding(data: Uint8Array): string {
  if (data[0] === 0xfe || data[0] === 0) return "utf-16be";
  return data[0] === 0xff || data[1] === 0 ? "utf-16le" : "utf-8";
}
