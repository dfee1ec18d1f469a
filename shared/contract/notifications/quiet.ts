import * as v from "valibot";
import { isTimeZone } from "../../domain/openingHours.ts";
import { timeOfDay } from "../../domain/zoneTime.ts";
import { call } from "../call.ts";
import { data, id, text } from "../shapes.ts";

const time = v.pipe(v.string(), v.regex(timeOfDay, "Write a time like 22:00."));

/**
 * When its owner hears nothing, by weekday from 1 for Monday on: no sound, no note of the browser's, no push. `timeZone`: the
 * one of their profile, and where that names none the one that was sent, which is the device's.
 */
export const quietHours = v.strictObject({
  from: time,
  to: time,
  days: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
    v.minLength(1, "Choose a day."),
    v.maxLength(7),
  ),
  timeZone: v.pipe(text(60), v.check(isTimeZone, "Choose a time zone of the list.")),
});

const threads = "/v1/org/{orgId}/copilotapps/{productId}/threads" as const;
const reads = { member: "conversations.read" } as const;

/** What an agent's conversations may tell one. */
const quiet = v.object({
  quietHours: v.nullable(quietHours),
  /** The conversations of the agent that the caller muted, whatever colleagues did: 1,000 at most, the latest. */
  mutedIds: v.array(id),
});
export type Quiet = v.InferOutput<typeof quiet>;

export const getQuiet = call({
  family: "console",
  method: "GET",
  path: `${threads}/quiet`,
  who: reads,
  forKeys: "never",
  summary: "Returns the member's quiet hours and muted conversations.",
  answer: data(quiet),
});

/** Nobody else knows of it. Members who are mentioned, or assigned it, are still notified. */
export const muteThread = call({
  family: "console",
  method: "PUT",
  path: `${threads}/{threadId}/mute`,
  who: reads,
  audit: false,
  forKeys: "never",
  summary: "Mutes a conversation for you, except when you are mentioned or assigned.",
});

export const unmuteThread = call({
  family: "console",
  method: "DELETE",
  path: `${threads}/{threadId}/mute`,
  who: reads,
  audit: false,
  forKeys: "never",
  summary: "Unmutes a conversation.",
});
