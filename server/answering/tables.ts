export interface ReceiptRow {
  organizationId: string;
  messageId: string;
  threadId: string;
  /** JSON of Receipt. */
  body: string;
  createdAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    receipts: ReceiptRow;
  }
}
