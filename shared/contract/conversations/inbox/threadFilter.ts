import * as v from "valibot";
import { readChoices } from "../../../domain/choiceFilter.ts";
import { threadFigures } from "../../../domain/figureState.ts";
import { queues } from "../../../domain/queues.ts";
import { resolutions } from "../../../domain/resolution.ts";
import type { ThreadFilterName } from "../../../domain/threadFilters.ts";
import { fieldFilter } from "./customField.ts";
import { priorities, threadStatuses } from "../conversations.ts";
import { id, time, timeText, title } from "../../shapes.ts";

/** `waiting`: who waits longest stands first. */
export const threadSorts = ["newest", "oldest", "waiting", "priority"] as const;
export type ThreadSort = (typeof threadSorts)[number];

/** How a conversation was rated, as it is filtered by. */
export const ratingChoices = ["5", "4", "3", "2", "1", "none"] as const;

/** How a conversation came out, as it is filtered by; `none` while that is not known. */
export const outcomeChoices = [...resolutions, "none"] as const;

const mostChoices = 20;

/** `open`; `open,pending` for one of them; with a `-` before them none of them. Of a closed list, or ids. */
function choices<Value extends string>(list?: readonly Value[]) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => {
        const { values } = readChoices(text);
        const areKnown = values.every((value) =>
          list ? list.some((one) => one === value) : value.length <= 64,
        );
        return areKnown && values.length > 0 && values.length <= mostChoices;
      },
      `Name up to ${mostChoices}, separated by commas${list ? `, of ${list.join(", ")}` : ""}.`,
    ),
  );
}

/** What a conversation must be to be listed. `since` and `before` are of its latest activity. */
export const threadFilter = v.object({
  queue: v.optional(v.picklist(queues)),
  status: v.optional(choices(threadStatuses)),
  handledBy: v.optional(v.picklist(["ai", "human"])),
  priority: v.optional(choices(priorities)),
  labelId: v.optional(choices()),
  field: v.optional(fieldFilter),
  /** Members', or `none` for those that nobody has. */
  assigneeId: v.optional(choices()),
  /** `none` for those of no team. */
  teamId: v.optional(choices()),
  surface: v.optional(id),
  /** Only one visitor's. */
  contactId: v.optional(id),
  verified: v.optional(v.picklist(["true", "false"])),
  resolution: v.optional(choices(outcomeChoices)),
  /** The scores that visitors gave, `none` for those that were not rated. */
  rating: v.optional(choices(ratingChoices)),
  /** Those that a figure counts: see shared/domain/figureState.ts. */
  figure: v.optional(choices(threadFigures)),
  /** ISO 3166; `none` where nobody knows. */
  country: v.optional(choices()),
  /** `de` for `de-CH` too; `none` where nobody knows. */
  language: v.optional(choices()),
  /** Only those of which the team has not read everything. */
  unread: v.optional(v.picklist(["true"])),
  since: v.optional(timeText),
  before: v.optional(timeText),
  begunSince: v.optional(timeText),
  begunBefore: v.optional(timeText),
} satisfies Record<ThreadFilterName, v.GenericSchema>);
export type ThreadFilter = v.InferOutput<typeof threadFilter>;

/** Words that one message of a conversation has all of, the last one perhaps as a beginning. */
export const searchWords = title(200);

/** Those that somebody chose one by one, in a body. */
export const chosenThreadIds = v.pipe(v.array(id), v.minLength(1), v.maxLength(500, "Choose up to 500."));

/** A filter in a body. */
export const sentFilter = v.strictObject({
  ...threadFilter.entries,
  since: v.optional(time),
  before: v.optional(time),
  begunSince: v.optional(time),
  begunBefore: v.optional(time),
});
