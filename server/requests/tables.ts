/** Nonces of signed writes, kept as long as their timestamp would be taken. */
export interface NonceRow {
  sessionId: string;
  nonce: string;
  expiresAt: number;
}

/** A write of an API key that came with an Idempotency-Key of its own. */
export interface IdempotencyKeyRow {
  organizationId: string;
  apiKeyId: string;
  key: string;
  requestHash: string;
  /** Null while the first one is under way. */
  sealedAnswer: string | null;
  startedAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    nonces: NonceRow;
    idempotencyKeys: IdempotencyKeyRow;
  }
}
