import type { AnswerOf } from "../../../shared/contract/call.ts";
import {
  listDocuments,
  removeDocument as removeDocumentCall,
} from "../../../shared/contract/knowledge/documents.ts";
import type { DocumentState } from "../../../shared/domain/documents.ts";
import { callSources } from "./callSources.ts";
import { sourceParams } from "./dataSources.ts";
import type { SourcePlace } from "./dataSources.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** The documents of the source that is open, as searched and filtered, with whose they are. */
export const documents = createResource<AnswerOf<typeof listDocuments> & { of: string }>();

const pageSize = 50;

export interface DocumentsQuery {
  search: string;
  state?: DocumentState | undefined;
  page: number;
}

export async function loadDocuments(place: SourcePlace, query: DocumentsQuery): Promise<void> {
  if (documents.data && documents.data.of !== place.sourceId) reset(documents);
  const search = query.search || undefined;
  await load(documents, async () => {
    const input = { params: sourceParams(place), query: { ...query, search, limit: pageSize } };
    return { ...(await callSources(listDocuments, input)), of: place.sourceId };
  });
}

/** Deletes a document for good; a program that pushes it again brings it back. */
export async function removeDocument(place: SourcePlace & { documentId: string }): Promise<void> {
  const params = { ...sourceParams(place), documentId: place.documentId };
  await callSources(removeDocumentCall, { params });
  const { data } = documents;
  if (!data) return;
  data.items = data.items.filter(({ id }) => id !== place.documentId);
  data.page.total = Math.max(0, data.page.total - 1);
}
