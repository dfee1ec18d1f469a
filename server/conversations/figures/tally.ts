import type { AnswerCounter, ConversationCounter, DetailCounter } from "../../../shared/domain/measures.ts";

type Counts<Name extends string> = Partial<Record<Name, number>>;
export type TimeCounter = "count" | "total";

/** One cell's change: the letter of its table, what it is kept by, and by how much each counter goes up or down. */
export type TallyCell = [...key: TallyKey, counts: Record<string, number>];
export type TallyKey =
  | ["c", bucket: number, surface: string, language: string]
  | ["a", bucket: number, surface: string, language: string, model: string, version: number]
  | [
      "t",
      bucket: number,
      surface: string,
      language: string,
      model: string,
      version: number,
      name: string,
      bin: number,
    ]
  | ["d", bucket: number, surface: string, kind: "tool" | "page", name: string, parent: string];

/** What a change makes of the figures of one agent. What goes up and down by the same is left out. */
export class Tally {
  readonly #cells = new Map<string, { key: TallyKey; counts: Record<string, number> }>();

  add(
    key: TallyKey,
    counts: Counts<ConversationCounter | AnswerCounter | DetailCounter | TimeCounter>,
    sign: 1 | -1,
  ): void {
    const name = key.join("\n");
    let cell = this.#cells.get(name);
    if (!cell) this.#cells.set(name, (cell = { key, counts: {} }));
    for (const [counter, by] of Object.entries(counts)) {
      if (by !== 0) cell.counts[counter] = (cell.counts[counter] ?? 0) + sign * by;
    }
  }

  list(): TallyCell[] {
    const cells: TallyCell[] = [];
    for (const { key, counts } of this.#cells.values()) {
      const changed = Object.entries(counts).filter(([, by]) => by !== 0);
      if (changed.length > 0) cells.push([...key, Object.fromEntries(changed)]);
    }
    return cells;
  }
}
