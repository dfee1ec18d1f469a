import type { AnswerCounter, ConversationCounter, DetailCounter } from "../../../shared/domain/measures.ts";

type Counts<Name extends string> = Partial<Record<Name, number>>;
export type TimeCounter = "count" | "total";

/** One cell's change: the letter of its table, what it is kept by, and by how much each counter goes up or down. */
export type TallyCell = [...FigureKey, counts: Record<string, number>];
/** Under `label` stands what conversations with it count; under none what all do. */
type FigureKey = [letter: Letter, label: string, bucket: number, ...rest: (string | number)[]];

/** What every figure is kept by. */
interface Cell {
  bucket: number;
  surface: string;
  language: string;
}

/** The rest of what a figure is kept by, after the letter of its table: conversations, answers, times and details. */
export type CellKind =
  | ["c"]
  | ["a", model: string, version: number]
  | ["t", model: string, version: number, name: string, bin: number]
  | ["d", model: string, kind: "tool" | "page", name: string, parent: string];
type Letter = CellKind[0];

/** What a change makes of the figures of one agent. What goes up and down by the same is left out. */
export class Tally {
  readonly #cells = new Map<string, { key: FigureKey; counts: Record<string, number> }>();

  add(
    { bucket, surface, language }: Cell,
    [letter, ...rest]: CellKind,
    {
      sign,
      ...counts
    }: Counts<ConversationCounter | AnswerCounter | DetailCounter | TimeCounter> & { sign: 1 | -1 },
  ): void {
    const key: FigureKey = [letter, "", bucket, surface, language, ...rest];
    const name = key.join("\n");
    let cell = this.#cells.get(name);
    if (!cell) this.#cells.set(name, (cell = { key, counts: {} }));
    for (const [counter, by] of Object.entries(counts)) {
      if (by !== 0) cell.counts[counter] = (cell.counts[counter] ?? 0) + sign * by;
    }
  }

  /** Each cell as it counts for all conversations. */
  list(): TallyCell[] {
    const cells: TallyCell[] = [];
    for (const { key, counts } of this.#cells.values()) {
      const changed = Object.entries(counts).filter(([, by]) => by !== 0);
      if (changed.length > 0) cells.push([...key, Object.fromEntries(changed)]);
    }
    return cells;
  }
}

/** The same cells for a label. */
export function underLabel(cells: readonly TallyCell[], labelId: string): TallyCell[] {
  return cells.map(([letter, , ...rest]) => [letter, labelId, ...rest]);
}

/**
 * The cells of a change as it is stored. Before there were labels cells had none, and details were kept by no language
 * and no model: servers of that version still write such changes while an installation is upgraded one by one.
 */
export function readCells(body: string): TallyCell[] {
  const cells = JSON.parse(body) as (TallyCell | EarlierCell)[]; // written by putCells
  return cells.map((cell) => (isEarlier(cell) ? addLabel(cell) : cell));
}

type EarlierCell = [letter: Letter, bucket: number, surface: string, ...rest: RestOfCell];
type RestOfCell = [...(string | number)[], counts: Record<string, number>];

function isEarlier(cell: TallyCell | EarlierCell): cell is EarlierCell {
  return typeof cell[1] === "number";
}

function addLabel([letter, bucket, surface, ...rest]: EarlierCell): TallyCell {
  const unknown = letter === "d" ? ["", ""] : [];
  return [letter, "", bucket, surface, ...unknown, ...rest];
}
