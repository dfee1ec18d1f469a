import * as v from "valibot";
import { call } from "../../call.ts";
import { maxPageResult } from "../../../domain/skills.ts";
import { formValues } from "../../forms/fields.ts";
import { data, text } from "../../shapes.ts";
import { message } from "../conversations.ts";

const decision = v.strictObject({ decision: v.picklist(["confirm", "decline"]) });

/**
 * 409 `conflict` where it no longer waits for the visitor, a person has the conversation, or its time is over. 400
 * `invalid_input` with the fields that are not good. The same word said again changes nothing.
 */
export const decideAction = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/threads/{threadId}/actions/{actionId}",
  who: "visitor",
  summary: "Confirms or declines what the agent wants to do, with the fields that it asked for.",
  body: data(v.strictObject({ ...decision.entries, values: v.optional(formValues, {}) })),
  answer: data(message),
  limit: "send",
});

/** One tab of the visitor's, so that an action that two of them show is done by one. */
const holder = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/));

/**
 * `begin` takes it up before any code runs. 409 `conflict` where another tab has it, a person has the conversation, or its
 * time is over; what only reads may be begun again by the same tab, after a reload. The same outcome said again changes
 * nothing.
 */
export const reportPageAction = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/threads/{threadId}/actions/{actionId}/page",
  who: "visitor",
  summary: "Tells what code in the visitor's page does for an action, and what came of it.",
  body: data(
    v.variant("step", [
      /** By its `beginId` a begin whose answer was lost is known when it is said again. */
      v.strictObject({ step: v.literal("begin"), holder, beginId: v.optional(holder) }),
      /** `result` is JSON. */
      v.strictObject({ step: v.literal("done"), holder, result: text(maxPageResult) }),
      v.strictObject({ step: v.literal("failed"), holder, message: text(500) }),
      v.strictObject({ step: v.picklist(["missing", "declined"]), holder }),
    ]),
  ),
  answer: data(message),
  limit: "send",
});

/** 409 `conflict` where somebody decided already, or its time is over. */
export const decideActionForTeam = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/actions/{actionId}",
  who: { member: "conversations.reply" },
  audit: "Decided on an action",
  summary: "Approves or declines what the agent wants to do.",
  body: data(decision),
  answer: data(message),
});
