import { countBlockBytes } from "../vectors/block.ts";
import type { Block } from "../vectors/block.ts";
import type { Marks } from "./segment/buckets.ts";
import { countHeadBytes } from "./segment/head.ts";
import type { Head } from "./segment/head.ts";
import { countPostingsBytes } from "./segment/postings.ts";
import type { Postings } from "./segment/postings.ts";

type Cached = Head | Postings | Block | Marks | null;

/**
 * Keeps decoded parts of segments and blocks of vectors. Both never change, so nothing here can be stale; what was not
 * used for longest leaves first when the bytes are used up.
 */
export class SegmentCache {
  #entries = new Map<string, { value: Cached; bytes: number }>();
  #bytes = 0;
  #maxBytes: number;

  constructor({ maxBytes = 96 * 1024 * 1024 }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  getHead(segment: string): Head | undefined {
    return this.#get(segment) as Head | undefined; // only setHead writes a key without a term
  }

  setHead(segment: string, head: Head): void {
    this.#set(segment, { value: head, bytes: countHeadBytes(head) });
  }

  /** Gives null where it is known that the segment does not have the term. */
  getPostings(segment: string, term: string): Postings | null | undefined {
    return this.#get(`${segment} ${term}`) as Postings | null | undefined; // only setPostings writes such a key
  }

  setPostings({
    segment,
    term,
    postings,
  }: {
    segment: string;
    term: string;
    postings: Postings | null;
  }): void {
    const bytes = postings ? countPostingsBytes(postings) : 0;
    this.#set(`${segment} ${term}`, { value: postings, bytes: bytes + 200 });
  }

  getMarks(segment: string, bucket: number): Marks | undefined {
    return this.#get(`marks ${segment} ${bucket}`) as Marks | undefined; // only setMarks writes such a key
  }

  setMarks({ segment, bucket, marks }: { segment: string; bucket: number; marks: Marks }): void {
    this.#set(`marks ${segment} ${bucket}`, { value: marks, bytes: marks.byteLength + 200 });
  }

  getBlock(block: string): Block | undefined {
    return this.#get(`vectors ${block}`) as Block | undefined; // only setBlock writes such a key
  }

  setBlock(name: string, block: Block): void {
    this.#set(`vectors ${name}`, { value: block, bytes: countBlockBytes(block) });
  }

  #get(key: string): Cached | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  #set(key: string, entry: { value: Cached; bytes: number }): void {
    this.#bytes += entry.bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
