import type { DocumentFormat, DocumentState } from "../../../shared/domain/documents.ts";

/** A document as a program pushed it. Its page has the external id as its key. */
export interface SourceDocumentRow {
  organizationId: string;
  sourceId: string;
  externalId: string;
  id: string;
  format: DocumentFormat;
  title: string | null;
  url: string | null;
  language: string | null;
  /** JSON of an object of plain values. */
  metadata: string;
  /** Of all that a page is made from. */
  hash: string;
  state: DocumentState;
  error: string | null;
  /** Of the text as it was sent. */
  characters: number;
  createdAt: number;
  updatedAt: number;
  indexedAt: number | null;
  content: string;
}

declare module "../../database/store.ts" {
  interface Tables {
    sourceDocuments: SourceDocumentRow;
  }
}
