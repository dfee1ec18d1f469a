import * as v from "valibot";
import { setupGuideTypes } from "../../domain/setupGuide.ts";
import { call } from "../call.ts";
import { data } from "../shapes.ts";

export const setupGuideItem = v.object({
  type: v.picklist(setupGuideTypes),
  completed: v.boolean(),
  skipped: v.boolean(),
});

/** How far an agent's setup has come; `allStepsReviewed` once every step is completed or skipped. */
export const setupGuide = v.object({ items: v.array(setupGuideItem), allStepsReviewed: v.boolean() });

const path = "/v1/org/{orgId}/copilotapps/{productId}/setupguide" as const;

export const getSetupGuide = call({
  family: "console",
  method: "GET",
  path,
  who: { member: "agents.read" },
  summary: "Returns the steps of an agent's setup guide.",
  answer: data(setupGuide),
});

/** What is left out stays; an update that changes neither `completed` nor `skipped` changes nothing. */
export const updateSetupStep = call({
  family: "console",
  method: "PATCH",
  path: `${path}/{setupGuideType}`,
  who: { member: "agents.update" },
  audit: "Changed a step of the setup guide",
  summary: "Marks a step of an agent's setup guide as completed or skipped.",
  body: data(v.strictObject({ completed: v.optional(v.boolean()), skipped: v.optional(v.boolean()) })),
  answer: data(setupGuide),
});
