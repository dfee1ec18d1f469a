import * as v from "valibot";
import { call } from "../call.ts";
import { oneDataSource, sourcePage, syncRun } from "./knowledge.ts";
import { count, data, id, list, paging, savedBy, time } from "../shapes.ts";

/** The longest text that a passage can be given. */
export const longestPassage = 8000;

/**
 * A passage as the agent reads it. `editId`: a person wrote it; `sourceText` is what the source says in its place.
 * `enabled`: false where a person switched it off. `editedBy`: who did either, the last time.
 */
export const pagePassage = v.object({
  id,
  headings: v.array(v.string()),
  text: v.string(),
  position: v.object({ page: v.optional(count), row: v.optional(count), line: v.optional(count) }),
  enabled: v.boolean(),
  editId: v.nullable(id),
  sourceText: v.nullable(v.string()),
  editedBy: savedBy,
});
export type PagePassage = v.InferOutput<typeof pagePassage>;

/**
 * An edit whose passage changed at the source: the source's text counts again, and this is what was written. `wasOff`: it
 * was switched off, and is used again; with the same text as the source's that was all.
 */
export const replacedEdit = v.object({
  id,
  text: v.string(),
  sourceText: v.string(),
  wasOff: v.boolean(),
  editedBy: savedBy,
  replacedAt: time,
});

export const pageDetail = v.intersect([sourcePage, v.object({ replacedEdits: v.array(replacedEdit) })]);
export type PageDetail = v.InferOutput<typeof pageDetail>;

const onePage = `${oneDataSource}/pages/{pageId}` as const;
const reads = { member: "knowledge.read" } as const;
const writes = { member: "knowledge.update" } as const;

export const getPage = call({
  family: "console",
  method: "GET",
  path: onePage,
  who: reads,
  summary: "Returns one page of a data source, with edits that its source replaced.",
  answer: data(pageDetail),
});

/** Answers follow immediately. A page that is off is synced on, so that it is current when it is switched on again. */
export const updatePage = call({
  family: "console",
  method: "PUT",
  path: onePage,
  who: writes,
  audit: "Switched a page of a data source on or off",
  summary: "Turns a page on or off for answers.",
  body: data(v.strictObject({ enabled: v.boolean() })),
  answer: data(pageDetail),
});

/** The rest of the source stays as it is. */
export const refreshPage = call({
  family: "console",
  method: "POST",
  path: `${onePage}/refresh`,
  who: writes,
  audit: "Read a page of a data source again",
  summary: "Reads one page again, as a sync of its own.",
  answer: data(syncRun),
});

export const listPassages = call({
  family: "console",
  method: "GET",
  path: `${onePage}/passages`,
  who: reads,
  summary: "Lists the passages of a page in their order, as the agent reads them.",
  query: paging,
  answer: list(pagePassage),
});

/**
 * Both stay over later syncs until the passage itself changes at the source; what is left out stays as it is. Passages of
 * the page that say the same are changed with it.
 */
export const updatePassage = call({
  family: "console",
  method: "PUT",
  path: `${onePage}/passages/{passageId}`,
  who: writes,
  audit: "Changed a passage",
  summary: "Edits a passage, or turns it on or off. Takes effect immediately.",
  body: data(
    v.pipe(
      v.strictObject({
        text: v.optional(
          v.pipe(v.string(), v.trim(), v.minLength(1, "Field is required"), v.maxLength(longestPassage)),
        ),
        enabled: v.optional(v.boolean()),
      }),
      v.check(
        ({ text, enabled }) => text !== undefined || enabled !== undefined,
        "Change its text or whether answers use it.",
      ),
    ),
  ),
  answer: data(pageDetail),
});

export const removeEdit = call({
  family: "console",
  method: "DELETE",
  path: `${onePage}/edits/{editId}`,
  who: writes,
  audit: "Undid an edit of a passage",
  summary: "Undoes an edit of a passage, or dismisses one that the source replaced.",
  answer: data(pageDetail),
});
