import { isUtf8 } from "node:buffer";
import { ParseError } from "../ParseError.ts";
import { guessCharset } from "./guessCharset.ts";

/**
 * Gives bytes as text: by their byte order mark, else by the charset they declare (content type, HTML,
 * XML), else as UTF-8, else as what they read like among the charsets from before it. Throws where they are no text.
 */
export function decodeText(bytes: Uint8Array, contentType = ""): string {
  const text = decodeByMark(bytes) ?? decodeByDeclaration(bytes, contentType) ?? guessText(bytes);
  if (countStrange(text) > text.length * mostStrange) throw new ParseError("unsupported");
  return text;
}

/** The share of control characters and unreadable bytes that no text has. */
const mostStrange = 0.02;

function countStrange(text: string): number {
  return text.slice(0, 200_000).match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
}

function decodeByMark(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return decode(bytes, "utf-8");
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return decodeUtf32(bytes, true);
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return decodeUtf32(bytes, false);
  if (first === 0xff && second === 0xfe) return decode(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decode(bytes, "utf-16be");
  return undefined;
}

function decodeByDeclaration(bytes: Uint8Array, contentType: string): string | undefined {
  const start = readStart(bytes);
  const label =
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1];
  if (!label || /^utf-?(?:8|16|32)/i.test(label)) return undefined;
  // Servers and programs say this of everything; what fits UTF-8 is UTF-8.
  if (/^(?:iso-?8859-1|latin-?1|windows-1252|cp-?1252|us-ascii|ascii)$/i.test(label) && isUtf8(bytes))
    return undefined;
  try {
    return decode(bytes, label);
  } catch {
    return undefined; // a charset that nobody knows
  }
}

function readStart(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(2048, bytes.byteLength)).toString("latin1");
}

/** It has seven bits only, and says by escapes when its letters are Japanese. */
const startsJapaneseMail = /\x1b\$[@B][!-~]{2}/;

function guessText(bytes: Uint8Array): string {
  const wide = guessWide(bytes);
  if (wide) return wide;
  if (startsJapaneseMail.test(readStart(bytes))) return decode(bytes, "iso-2022-jp");
  return decode(bytes, isUtf8(bytes) || isCutUtf8(bytes) ? "utf-8" : guessCharset(bytes));
}

/** Text with a few bad bytes in it is still UTF-8 when it has many good characters beyond ASCII. */
function isCutUtf8(bytes: Uint8Array): boolean {
  const text = decode(bytes.subarray(0, 200_000), "utf-8");
  const bad = text.match(/\ufffd/g)?.length ?? 0;
  const good = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return good > bad * 10;
}

/** UTF-16 and UTF-32 without a mark show by their zeros: Western text has one in each character. */
function guessWide(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.byteLength & ~3, 4096);
  if (length < 4) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at & 3] = (zeros[at & 3] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros.map((count) => count / (length / 4));
  if (a < 0.05 && b > 0.7 && c > 0.95 && d > 0.95) return decodeUtf32(bytes, true);
  if (a > 0.95 && b > 0.95 && c > 0.7 && d < 0.05) return decodeUtf32(bytes, false);
  if (a < 0.05 && c < 0.05 && b > 0.4 && d > 0.4) return decode(bytes, "utf-16le");
  if (b < 0.05 && d < 0.05 && a > 0.4 && c > 0.4) return decode(bytes, "utf-16be");
  return undefined;
}

function decode(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes);
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const code = view.getUint32(at, isLittle);
    if (code !== 0xfeff) characters.push(code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd");
  }
  return characters.join("");
}
