/** Thrown where a provider refuses our access. The message is for people. */
export class AccessLost extends Error {
  override readonly name = "AccessLost";
}

/** Thrown where a provider answers otherwise than with what was asked for. The message is for people. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
  /** Of its answer; 0 where its answer was none that can be read. */
  readonly status: number;
  /** What the provider calls it. */
  readonly code: string;

  constructor(message: string, { status = 0, code = "" }: { status?: number; code?: string } = {}) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Whether it is this one thing that is not there, or not for us: all else continues. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProviderFault && error.status === 404;
}

/** Whether a fault is about the one thing that was asked for, and not about the account or the provider. */
export function isOfOne(error: unknown): error is ProviderFault {
  return error instanceof ProviderFault && [400, 403, 404, 409, 410, 413].includes(error.status);
}
