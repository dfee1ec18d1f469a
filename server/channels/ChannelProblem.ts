/**
 * What a provider said no to. `credentials`: nothing works until somebody changes them. `message`: this message alone can't
 * be sent. `later`: trying again may help. `unknown`: nobody can tell whether it was sent.
 */
export type ProblemKind = "credentials" | "message" | "later" | "unknown";

/** A failed exchange with a provider; the message is for people and holds no secret. */
export class ChannelProblem extends Error {
  override readonly name = "ChannelProblem";
  readonly kind: ProblemKind;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs: number | null;

  constructor(kind: ProblemKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Does what has to be done before a message is sent: nothing of it has arrived, so that a fault is tried again. */
export async function prepare<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ChannelProblem) || error.kind !== "unknown") throw error;
    throw new ChannelProblem("later", error.message, error.retryAfterMs);
  }
}
