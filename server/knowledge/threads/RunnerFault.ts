/** A thread or process ended before it answered, and why. What it worked on is to blame, not the server. */
export class RunnerFault extends Error {
  readonly reason: "timeout" | "out_of_memory" | "died";

  constructor(reason: RunnerFault["reason"], cause?: unknown) {
    super(`No answer came: ${reason}.`, { cause });
    this.name = "RunnerFault";
    this.reason = reason;
  }
}
