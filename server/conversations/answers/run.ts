import type { AnswerOutcome } from "../../answering/answering.ts";
import type { MessageRow } from "../tables.ts";

/**
 * How often readers hear of more text at most, as often as a film shows pictures: what comes in between goes with the
 * next.
 */
const wakeEveryMs = 40;

/** An answer while this process writes it: readers look at its text and are woken when it grows or ends. */
export class Run {
  readonly row: MessageRow;
  /** Resolves when nothing more is written for it. */
  done: Promise<void> = Promise.resolve();
  text = "";
  /** The row as it was stored at the end; undefined while the answer is written or being stored. */
  ended: MessageRow | undefined;
  /** Gives what is behind the text so far, once the agent began to answer. */
  outcome: (() => AnswerOutcome) | undefined;
  readonly #controller = new AbortController();
  readonly #readers = new Set<() => void>();
  #pause: NodeJS.Timeout | undefined;
  #hasNews = false;
  isHalted = false;

  constructor(row: MessageRow) {
    this.row = row;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  add(text: string): void {
    if (this.isHalted) return;
    this.text += text;
    this.#hasNews = true;
    if (!this.#pause) this.#tell();
  }

  /** Stops the agent's work immediately. From now on the text stays as it is, and the halting code stores its end. */
  halt(): void {
    this.isHalted = true;
    this.#controller.abort(new Error("The answer was halted."));
  }

  end(row: MessageRow): void {
    clearTimeout(this.#pause);
    this.ended = row;
    this.wake();
  }

  /** Wakes readers now, the first time at once, and then not before the pause is over. */
  #tell(): void {
    this.#pause = undefined;
    if (!this.#hasNews) return;
    this.#hasNews = false;
    this.#pause = setTimeout(() => this.#tell(), wakeEveryMs);
    this.wake();
  }

  wake(): void {
    for (const wake of this.#readers) wake();
  }

  watch(wake: () => void): () => void {
    this.#readers.add(wake);
    return () => this.#readers.delete(wake);
  }
}
