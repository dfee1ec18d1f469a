import { Inflate } from "fflate";
import { ParseError } from "../ParseError.ts";
import type { ParseLimits } from "../ParsedDocument.ts";

export interface ZipEntry {
  name: string;
  method: number;
  isEncrypted: boolean;
  packedBytes: number;
  /** What the archive says; only inflating tells the truth. */
  declaredBytes: number;
  headerAt: number;
}

/** An archive whose list of entries is read, and nothing else. */
export interface ZipArchive {
  bytes: Uint8Array;
  entries: ZipEntry[];
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** An office document has some hundreds of parts. */
const mostEntries = 10_000;

/** Reads the list at the end of a zip file. Throws a ParseError where there is none that can be read. */
export function readZip(bytes: Uint8Array): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries)
    throw new ParseError("too_large_unpacked", "The file is an archive of too many parts.");
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== entrySignature) throw new ParseError("broken");
    const nameLength = view.getUint16(at + 28, true);
    const extraAt = at + 46 + nameLength;
    const extraEnd = extraAt + view.getUint16(at + 30, true);
    if (extraEnd > end) throw new ParseError("broken");
    entries.push({
      name: decoder.decode(bytes.subarray(at + 46, extraAt)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      ...readSizes(view, { at, extraAt, extraEnd }),
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return { bytes, entries };
}

const decoder = new TextDecoder();

/** In an entry for large files, as some programs write for all, these are beside it in eight bytes each. */
const standsBeside = 0xffffffff;
const largeField = 1;

function readSizes(
  view: DataView,
  { at, extraAt, extraEnd }: { at: number; extraAt: number; extraEnd: number },
): Pick<ZipEntry, "packedBytes" | "declaredBytes" | "headerAt"> {
  let next = findLargeField(view, extraAt, extraEnd);
  const read = (place: number) => {
    const value = view.getUint32(place, true);
    if (value !== standsBeside || next === undefined) return value;
    if (next + 8 > extraEnd) throw new ParseError("broken");
    next += 8;
    return Number(view.getBigUint64(next - 8, true));
  };
  const declaredBytes = read(at + 24);
  const packedBytes = read(at + 20);
  return { declaredBytes, packedBytes, headerAt: read(at + 42) };
}

function findLargeField(view: DataView, from: number, end: number): number | undefined {
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === largeField) return at + 4;
  }
  return undefined;
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw new ParseError("broken");
}

/**
 * Unpacks the entries that `wants` names, counting while they inflate, and stops with `too_large_unpacked`
 * at the limits: an archive can lie about its sizes. Entries that nobody wants count by what they declare.
 */
export function unpackEntries(
  { bytes, entries }: ZipArchive,
  { wants, limits }: { wants: (name: string) => boolean; limits: ParseLimits },
): Map<string, Uint8Array> {
  const declared = entries.reduce((sum, entry) => sum + entry.declaredBytes, 0);
  if (declared > limits.maxUnpackedBytes) throw new ParseError("too_large_unpacked");

  const unpacked = new Map<string, Uint8Array>();
  let total = 0;
  for (const entry of entries) {
    if (!wants(entry.name) || unpacked.has(entry.name)) continue;
    if (entry.isEncrypted) throw new ParseError("encrypted");
    const packed = findPacked(bytes, entry);
    const most = Math.min(
      limits.maxUnpackedBytes - total,
      Math.max(alwaysAllowedBytes, packed.byteLength * limits.maxRatio),
    );
    const data = entry.method === 0 ? packed : inflate(packed, { method: entry.method, most });
    if (data.byteLength > most) throw new ParseError("too_large_unpacked");
    total += data.byteLength;
    unpacked.set(entry.name, data);
  }
  return unpacked;
}

/** A tiny part may be packed better than the ratio allows, and harms nobody. */
const alwaysAllowedBytes = 1_000_000;

function findPacked(bytes: Uint8Array, { headerAt, packedBytes }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (headerAt + 30 > bytes.byteLength || view.getUint32(headerAt, true) !== localSignature) {
    throw new ParseError("broken");
  }
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  if (start + packedBytes > bytes.byteLength) throw new ParseError("broken");
  return bytes.subarray(start, start + packedBytes);
}

function inflate(packed: Uint8Array, { method, most }: { method: number; most: number }): Uint8Array {
  if (method !== 8) throw new ParseError("broken");
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((chunk) => {
    length += chunk.byteLength;
    if (length > most) throw new ParseError("too_large_unpacked");
    chunks.push(chunk);
  });
  // Small pieces, because all that a piece inflates to is in memory before it is counted (at most 1:1032).
  for (let from = 0; from < packed.byteLength || from === 0; from += pieceBytes) {
    const end = from + pieceBytes;
    stream.push(packed.subarray(from, end), end >= packed.byteLength);
  }
  return Buffer.concat(chunks, length);
}

const pieceBytes = 16 * 1024;
