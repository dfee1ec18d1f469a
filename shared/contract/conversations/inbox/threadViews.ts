import * as v from "valibot";
import { maxCustomFields, maxKeyCharacters } from "../../../domain/customFields.ts";
import { lastDaysPattern } from "../../../domain/lastDays.ts";
import { densities, tableColumns } from "../../../domain/threadTable.ts";
import { call } from "../../call.ts";
import { count, data, id, title } from "../../shapes.ts";
import { threadFilter, threadSorts } from "./threadFilter.ts";

const views = "/v1/org/{orgId}/copilotapps/{productId}/threadviews" as const;
const replies = { member: "conversations.reply" } as const;

/** How many views a person keeps of an agent's conversations at most. */
export const maxThreadViews = 50;

const day = v.pipe(v.string(), v.isoDate());
/** `7d`: from the first moment of the day six days before the one on which somebody looks. */
const lastDays = v.pipe(v.string(), v.regex(lastDaysPattern));
/** The filter of a list, with days in place of moments: readers see them in their own time zone. */
const viewFilter = v.strictObject({
  ...v.omit(threadFilter, ["handledBy"]).entries,
  since: v.optional(v.union([day, lastDays])),
  before: v.optional(day),
  begunSince: v.optional(v.union([day, lastDays])),
  begunBefore: v.optional(day),
});

const fieldColumn = v.pipe(v.string(), v.regex(/^field:./), v.maxLength("field:".length + maxKeyCharacters));

/** How a view shows the conversations as a table. */
const viewTable = v.strictObject({
  /** Those that show beside the visitor, in their order; custom fields as `field:KEY`. One that is gone is passed over. */
  columns: v.pipe(
    v.array(v.union([v.picklist(tableColumns), fieldColumn])),
    v.maxLength(tableColumns.length + maxCustomFields),
    v.check((columns) => new Set(columns).size === columns.length, "Name each column once."),
  ),
  density: v.picklist(densities),
});
export type ViewTable = v.InferOutput<typeof viewTable>;

/** A filter and an order under a name. */
export const threadView = v.object({
  id,
  name: v.string(),
  /** Everybody who reads the agent's conversations has it; else its maker alone. */
  isShared: v.boolean(),
  maker: v.object({ id, name: v.string() }),
  /** The caller may change and delete it: its maker, and managers what is shared. */
  mayChange: v.boolean(),
  filter: viewFilter,
  sort: v.picklist(threadSorts),
  /** Null: the table shows the columns that the reader chose for themselves. */
  table: v.nullable(viewTable),
  /** How many conversations it shows; null where that is not known without reading them. */
  count: v.nullable(count),
});
export type ThreadView = v.InferOutput<typeof threadView>;

const newView = {
  name: title(60),
  isShared: v.boolean(),
  filter: viewFilter,
  sort: v.picklist(threadSorts),
  table: v.optional(v.nullable(viewTable)),
};

/** 409 `conflict` where the person has `maxThreadViews` of them. */
export const createThreadView = call({
  family: "console",
  method: "POST",
  path: views,
  who: replies,
  forKeys: "never",
  summary: "Saves a named view: filter, order and optional table columns of an agent's conversations.",
  audit: "Saved a view of conversations",
  body: data(v.strictObject(newView)),
  answer: data(threadView),
});

/** 403 `forbidden` where it is shared by somebody else, but for managers. */
export const updateThreadView = call({
  family: "console",
  method: "PATCH",
  path: `${views}/{viewId}`,
  who: replies,
  forKeys: "never",
  summary: "Changes a view's name, filter, order, columns or audience.",
  audit: "Changed a view of conversations",
  body: data(v.partial(v.strictObject(newView))),
  answer: data(threadView),
});

/** 403 `forbidden` as in `updateThreadView`. */
export const removeThreadView = call({
  family: "console",
  method: "DELETE",
  path: `${views}/{viewId}`,
  who: replies,
  forKeys: "never",
  summary: "Deletes a view. Its conversations stay.",
  audit: "Deleted a view of conversations",
});

export const chooseStartView = call({
  family: "console",
  method: "PUT",
  path: "/v1/org/{orgId}/copilotapps/{productId}/startview",
  who: replies,
  forKeys: "never",
  summary: "Sets the view that the inbox opens with for the caller. Null for none.",
  audit: false,
  body: data(v.strictObject({ viewId: v.nullable(id) })),
});
