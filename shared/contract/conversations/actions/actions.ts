import * as v from "valibot";
import { call } from "../../call.ts";
import { maxAppInput } from "../../../domain/mcpApps.ts";
import { maxPageResult } from "../../../domain/skills.ts";
import { formValues } from "../../forms/fields.ts";
import { data, id, text } from "../../shapes.ts";
import { runStates } from "../../skills/skills.ts";
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
  summary: "Confirms or declines an action, with its requested fields.",
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
  summary: "Reports the progress and result of an action's code in the visitor's page.",
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

const json = v.record(v.string(), v.unknown());

/** What an app is shown from, and what it is told. */
export const actionApp = v.object({
  /** The address of its page, for a frame without an origin of its own; null where an app asked for the action itself, or is shown no longer. */
  url: v.nullable(v.string()),
  hasBorder: v.boolean(),
  tool: v.object({ name: v.string(), title: v.string(), inputSchema: json }),
  input: json,
  state: v.picklist(runStates),
  /** What the tool gave, as its server gave it: `content`, `structuredContent`, `isError`, `_meta`. Null where it gave nothing. */
  result: v.nullable(json),
});
export type ActionApp = v.InferOutput<typeof actionApp>;

/** 404 `not_found` where no app shows it. The address of the page is valid for ten minutes. */
export const getActionApp = call({
  family: "public",
  method: "GET",
  path: "/v1/copilotapps/{productId}/threads/{threadId}/actions/{actionId}/app",
  who: "visitor",
  summary: "Returns the app that shows an action's result, or the result of an app's request.",
  answer: data(actionApp),
  limit: "publicRead",
});

/**
 * 409 `conflict` where a person has the conversation, or the tool is off, not for apps, or not of the app's own server. A
 * tool that changes something waits on a card of the same message for the visitor or the team, by the ID in `waitsAs`.
 */
export const callAppTool = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/threads/{threadId}/actions/{actionId}/app",
  who: "visitor",
  summary: "Calls a tool for the app that shows an action's result.",
  body: data(
    v.strictObject({
      name: v.pipe(text(128), v.minLength(1)),
      arguments: v.pipe(
        json,
        v.check(
          (given) => JSON.stringify(given).length <= maxAppInput,
          `Send at most ${maxAppInput} characters.`,
        ),
      ),
    }),
  ),
  answer: data(
    v.object({
      /** What the tool gave; null where it waits. */
      result: v.nullable(json),
      waitsAs: v.nullable(id),
      /** The message with the card; null where nothing waits. */
      message: v.nullable(message),
    }),
  ),
  limit: "send",
  answersWithinMs: 40_000,
});

export const getActionAppForTeam = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/actions/{actionId}/app",
  who: { member: "conversations.read" },
  summary: "Returns the app that shows a visitor an action's result.",
  answer: data(actionApp),
});

/** 409 `conflict` where somebody decided already, or its time is over. */
export const decideActionForTeam = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/actions/{actionId}",
  who: { member: "conversations.reply" },
  audit: "Decided on an action",
  summary: "Approves or declines an action.",
  body: data(decision),
  answer: data(message),
});
