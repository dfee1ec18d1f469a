import * as v from "valibot";
import { queues } from "../domain/queues.ts";
import { resolutions } from "../domain/resolution.ts";
import { fieldFilter } from "./customField.ts";
import { priorities, threadStatuses } from "./conversations.ts";
import { id, time, title } from "./shapes.ts";

/** `waiting`: who waits longest stands first. */
export const threadSorts = ["newest", "oldest", "waiting", "priority"] as const;
export type ThreadSort = (typeof threadSorts)[number];

const timeText = v.pipe(v.string(), v.toNumber(), v.integer());
/** What a conversation must be to be listed. Times are those of its latest activity. */
export const threadFilter = v.object({
  queue: v.optional(v.picklist(queues)),
  status: v.optional(v.picklist(threadStatuses)),
  handledBy: v.optional(v.picklist(["ai", "human"])),
  priority: v.optional(v.picklist(priorities)),
  labelId: v.optional(id),
  field: v.optional(fieldFilter),
  /** A member's, or `none` for those that nobody has. */
  assigneeId: v.optional(id),
  teamId: v.optional(id),
  surface: v.optional(id),
  /** One visitor's alone. */
  contactId: v.optional(id),
  verified: v.optional(v.picklist(["true", "false"])),
  resolution: v.optional(v.picklist(resolutions)),
  since: v.optional(timeText),
  before: v.optional(timeText),
});
export type ThreadFilter = v.InferOutput<typeof threadFilter>;

/** Words that one message of a conversation has all of, the last one perhaps as a beginning. */
export const searchWords = title(200);

/** The same in a body. */
export const sentFilter = v.strictObject({
  ...threadFilter.entries,
  since: v.optional(time),
  before: v.optional(time),
});
