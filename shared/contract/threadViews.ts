import * as v from "valibot";
import { call } from "./call.ts";
import { count, data, id, title } from "./shapes.ts";
import { threadFilter, threadSorts } from "./threadFilter.ts";

const views = "/v1/org/{orgId}/copilotapps/{productId}/threadviews" as const;
const replies = { member: "conversations.reply" } as const;

/** How many views a person keeps of an agent's conversations at most. */
export const maxThreadViews = 50;

const day = v.pipe(v.string(), v.isoDate());
/** The filter of a list, with days in place of moments: whoever looks has them in their own time zone. */
const viewFilter = v.strictObject({
  ...v.omit(threadFilter, ["handledBy"]).entries,
  since: v.optional(day),
  before: v.optional(day),
});

/** A filter and an order under a name. */
export const threadView = v.object({
  id,
  name: v.string(),
  /** Everybody who reads the agent's conversations has it; else its maker alone. */
  isShared: v.boolean(),
  maker: v.object({ id, name: v.string() }),
  /** Whoever asks may change and delete it: its maker, and managers what is shared. */
  mayChange: v.boolean(),
  filter: viewFilter,
  sort: v.picklist(threadSorts),
  /** How many conversations it shows; null where that is not known without reading them. */
  count: v.nullable(count),
});
export type ThreadView = v.InferOutput<typeof threadView>;

const newView = {
  name: title(60),
  isShared: v.boolean(),
  filter: viewFilter,
  sort: v.picklist(threadSorts),
};

/** 409 `conflict` where the person has `maxThreadViews` of them. */
export const createThreadView = call({
  family: "console",
  method: "POST",
  path: views,
  who: replies,
  forKeys: "never",
  summary: "Keeps a filter and an order of an agent's conversations under a name.",
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
  summary: "Changes the name, the filter or the order of a view, or whom it is for.",
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
  summary: "Deletes a view; the conversations stay.",
  audit: "Deleted a view of conversations",
});

export const chooseStartView = call({
  family: "console",
  method: "PUT",
  path: "/v1/org/{orgId}/copilotapps/{productId}/startview",
  who: replies,
  forKeys: "never",
  summary: "Says with which view the inbox opens for whoever asks; null for none.",
  audit: false,
  body: data(v.strictObject({ viewId: v.nullable(id) })),
});
