/** A passage that was found, by its place, with how well it matches. */
export interface Hit {
  sourceId: string;
  number: number;
  score: number;
}

/** Keeps the best hits seen so far in their order. */
export class BestHits<Kind extends Hit = Hit> {
  #hits: Kind[] = [];
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A score below this one has no place. */
  get least(): number {
    return this.#hits.length < this.#limit ? 0 : (this.#hits[this.#hits.length - 1]?.score ?? Infinity);
  }

  add(hit: Kind): void {
    let low = 0;
    let high = this.#hits.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#hits[middle];
      if (other && compareHits(other, hit) < 0) low = middle + 1;
      else high = middle;
    }
    this.#hits.splice(low, 0, hit);
    if (this.#hits.length > this.#limit) this.#hits.pop();
  }

  toList(): Kind[] {
    return this.#hits;
  }
}

/** Orders hits: better first, then by source and number, so that the order is the same everywhere. */
export function compareHits(one: Hit, other: Hit): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.sourceId !== other.sourceId) return one.sourceId < other.sourceId ? -1 : 1;
  return one.number - other.number;
}
