import * as v from "valibot";
import {
  documentCharacters,
  documentFormats,
  documentsAtOnce,
  documentStates,
  externalIdCharacters,
  metadataCharacters,
  metadataFields,
} from "../../domain/documents.ts";
import { call } from "../call.ts";
import { oneDataSource, syncRun } from "./knowledge.ts";
import { count, data, id, list, paging, text, time } from "../shapes.ts";

/** What the sender calls a document: its own id, address or path. */
const externalId = v.pipe(
  v.string(),
  v.minLength(1, "Field is required"),
  v.maxLength(externalIdCharacters),
  v.check((value) => !/[\u0000-\u001f\u007f]/.test(value), "Use no control characters."),
);
const webAddress = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check(
    (value) => ["http:", "https:"].includes(URL.parse(value)?.protocol ?? ""),
    "Write a web address like https://example.com/page.",
  ),
);
const language = v.pipe(
  v.string(),
  v.maxLength(35),
  v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "Use a language tag like en or pt-BR."),
);
/** The sender's own notes on a document: kept and given back, never searched and never shown to visitors. */
const metadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
    v.union([v.pipe(v.string(), v.maxLength(1000)), v.number(), v.boolean(), v.null()]),
  ),
  v.check(
    (fields) =>
      Object.keys(fields).length <= metadataFields && JSON.stringify(fields).length <= metadataCharacters,
    `Use at most ${metadataFields} fields and ${metadataCharacters} characters of metadata.`,
  ),
);

export const newDocument = v.strictObject({
  externalId,
  format: v.optional(v.picklist(documentFormats), "markdown"),
  content: v.pipe(
    v.string(),
    v.check((value) => value.trim() !== "", "Field is required"),
    v.maxLength(documentCharacters),
    v.check((value) => !value.includes("\u0000"), "Use no zero characters."),
  ),
  /** Without one it is the first heading of the text. */
  title: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300))), null),
  /** Where a citation leads. */
  url: v.optional(v.nullable(webAddress), null),
  language: v.optional(v.nullable(language), null),
  metadata: v.optional(metadata, {}),
});
export type NewDocument = v.InferOutput<typeof newDocument>;

/** A document without its text. */
export const documentSummary = v.object({
  id,
  externalId: v.string(),
  format: v.picklist(documentFormats),
  /** The sender's, or the one that was found in the text. Null before it was read for the first time. */
  title: v.nullable(v.string()),
  url: v.nullable(v.string()),
  language: v.nullable(v.string()),
  metadata: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  state: v.picklist(documentStates),
  /** Why it can't be read. */
  error: v.nullable(v.string()),
  characters: count,
  /** Those that answers find now. */
  passages: count,
  createdAt: time,
  updatedAt: time,
  /** When answers began to use what it says now; null while they do not. */
  indexedAt: v.nullable(time),
});
export type DocumentSummary = v.InferOutput<typeof documentSummary>;

export const pushedDocument = v.object({
  id,
  externalId: v.string(),
  outcome: v.picklist(["created", "updated", "unchanged"]),
});

const base = `${oneDataSource}/documents` as const;
const reads = { member: "knowledge.read" } as const;
const writes = { member: "knowledge.update" } as const;
/** The longest text in any script, or a hundred usual ones. */
const maxPushBytes = 1_000_000;

/**
 * All of them are stored when the answer comes, or none; answers use them once `run` has read them. The same document
 * again is `unchanged` and starts nothing. 409 `conflict`: the source is of another kind, or full.
 */
export const pushDocuments = call({
  family: "console",
  method: "POST",
  path: base,
  who: writes,
  audit: "Pushed documents to a data source",
  summary: "Creates or updates up to 100 documents of a data source by their external IDs, and reads them.",
  maxBodyBytes: maxPushBytes,
  body: data(
    v.strictObject({
      documents: v.pipe(
        v.array(newDocument),
        v.minLength(1, "Field is required"),
        v.maxLength(documentsAtOnce, `Push at most ${documentsAtOnce} documents at once.`),
      ),
    }),
  ),
  answer: data(
    v.object({
      documents: v.array(pushedDocument),
      /** Null where nothing is to be read. */
      run: v.nullable(syncRun),
    }),
  ),
});

export const listDocuments = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists the documents of a data source without their texts, last changed first.",
  query: v.object({
    ...paging.entries,
    /** Words of the title, the address or the external id. */
    search: v.optional(text(200)),
    state: v.optional(v.picklist(documentStates)),
    externalId: v.optional(text(externalIdCharacters)),
  }),
  answer: list(documentSummary),
});

export const getDocument = call({
  family: "console",
  method: "GET",
  path: `${base}/{documentId}`,
  who: reads,
  summary: "Returns one document with its text and whether answers use it.",
  answer: data(v.object({ ...documentSummary.entries, content: v.string() })),
});

/** From its answer on nothing finds the document, and no version of the agent brings it back. */
export const removeDocument = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{documentId}`,
  who: writes,
  audit: "Deleted a document of a data source",
  summary: "Deletes one document of a data source for good.",
});

/** As `removeDocument`. Those that are not there are named, and are no error. */
export const removeDocuments = call({
  family: "console",
  method: "POST",
  path: `${base}/delete`,
  who: writes,
  audit: "Deleted documents of a data source",
  summary: "Deletes up to 100 documents of a data source for good, by their external IDs.",
  body: data(
    v.strictObject({
      externalIds: v.pipe(
        v.array(externalId),
        v.minLength(1, "Field is required"),
        v.maxLength(documentsAtOnce, `Delete at most ${documentsAtOnce} documents at once.`),
      ),
    }),
  ),
  answer: data(v.object({ removed: v.array(v.string()), missing: v.array(v.string()) })),
});
