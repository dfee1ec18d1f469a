import type { RemovedLink } from "../../../shared/contract/conversations/answers/receipts.ts";

const mostKept = 20;
const longestKept = 300;

/** Tells what a guard takes out of an answer. */
export type NoteRemoved = (kind: RemovedLink["kind"], address: string) => void;

/** Collects what was taken out of one answer, each address once: all are counted, the first ones kept. */
export class RemovedLinks {
  readonly first: RemovedLink[] = [];
  readonly #known = new Set<string>();

  get count(): number {
    return this.#known.size;
  }

  note: NoteRemoved = (kind, address) => {
    if (address === "" || this.#known.has(address)) return;
    this.#known.add(address);
    if (this.first.length === mostKept) return;
    this.first.push({ kind, address: address.slice(0, longestKept).toWellFormed() });
  };
}
