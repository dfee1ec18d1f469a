import * as v from "valibot";
import { call } from "../call.ts";
import { count } from "../shapes.ts";

export const model = v.object({
  label: v.string(),
  name: v.string(),
  provider: v.string(),
  value: v.string(),
  isPremium: v.boolean(),
  limit: count,
  isDefault: v.boolean(),
  isAttachmentsSupported: v.boolean(),
  creditsPerMessage: count,
  /** Whether this installation has what the model needs. */
  isAvailable: v.boolean(),
});
export type Model = v.InferOutput<typeof model>;

export const listModels = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/models",
  who: { member: "models.read" },
  forKeys: "filtered",
  summary: "Lists the language models with credits per message and whether they can be used here.",
  answer: v.object({ items: v.array(model) }),
});

const listed = {
  label: v.string(),
  name: v.string(),
  provider: v.string(),
  value: v.string(),
  isAvailable: v.boolean(),
};
export const embeddingModel = v.object(listed);
export type EmbeddingModel = v.InferOutput<typeof embeddingModel>;

export const listEmbeddingModels = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/models/embedding",
  who: { member: "models.read" },
  summary: "Lists the embedding models, and whether they can be used here.",
  answer: v.object({ items: v.array(embeddingModel) }),
});

export const speechModel = v.object(listed);
export type SpeechModel = v.InferOutput<typeof speechModel>;

export const listSpeechModels = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/models/speech",
  who: { member: "models.read" },
  summary: "Lists the models for speech, and whether they can be used here.",
  answer: v.object({ items: v.array(speechModel) }),
});
