/** A thread ended before it answered, and why. What it worked on is to blame, not the server. */
export class ThreadFault extends Error {
  readonly reason: "timeout" | "out_of_memory" | "died";

  constructor(reason: ThreadFault["reason"], cause?: unknown) {
    super(`The thread gave no answer: ${reason}.`, { cause });
    this.name = "ThreadFault";
    this.reason = reason;
  }
}
