import type { AnswerOutcome } from "../answering/answering.ts";
import type { MessageRow } from "./tables.ts";

/** An answer while this process writes it: readers look at its text and are woken when it grows or ends. */
export class Run {
  readonly row: MessageRow;
  /** Resolves when nothing more is written for it. */
  done: Promise<void> = Promise.resolve();
  text = "";
  /** The row as it was stored at the end; undefined while the answer is written or being stored. */
  ended: MessageRow | undefined;
  /** Gives what stands behind the text so far, once the agent began to answer. */
  outcome: (() => AnswerOutcome) | undefined;
  readonly #controller = new AbortController();
  readonly #readers = new Set<() => void>();
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
    this.wake();
  }

  /** Stops the agent's work at once. From now on the text stays as it is, and whoever halted it stores its end. */
  halt(): void {
    this.isHalted = true;
    this.#controller.abort(new Error("The answer was halted."));
  }

  end(row: MessageRow): void {
    this.ended = row;
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
