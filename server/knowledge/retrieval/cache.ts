import { countHeadBytes } from "./segment/head.ts";
import type { Head } from "./segment/head.ts";
import { countPostingsBytes } from "./segment/postings.ts";
import type { Postings } from "./segment/postings.ts";

/**
 * Keeps decoded parts of segments. Segments never change, so nothing here can be stale; what was not
 * used for longest leaves first when the bytes are used up.
 */
export class SegmentCache {
  #entries = new Map<string, { value: Head | Postings | null; bytes: number }>();
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

  #get(key: string): Head | Postings | null | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  #set(key: string, entry: { value: Head | Postings | null; bytes: number }): void {
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
