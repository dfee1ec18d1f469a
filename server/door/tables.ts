/** Nonces of signed writes, kept as long as their timestamp would be taken. */
export interface NonceRow {
  sessionId: string;
  nonce: string;
  expiresAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    nonces: NonceRow;
  }
}
