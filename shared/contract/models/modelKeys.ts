import * as v from "valibot";
import { modelTypes } from "../../domain/modelKeys.ts";
import { keyProviders } from "../../domain/providers.ts";
import { call } from "../call.ts";
import { data, id, list, paging, text, time, title } from "../shapes.ts";

const provider = v.picklist(keyProviders);
const type = v.picklist(modelTypes);

/** A model that a provider offers to the owner of a key: its own id, and what it is for. */
const offered = v.object({ id: v.string(), type });
export type OfferedModel = v.InferOutput<typeof offered>;

/** A provider's key of an organization. The key itself is never shown again, only its last four characters. */
export const modelKey = v.object({
  id,
  organizationId: id,
  name: v.string(),
  provider,
  /** Where the key is sent, and nowhere else; null for the provider's own address. */
  baseUrl: v.nullable(v.string()),
  /** Null for a server that asks for no key. */
  lastFour: v.nullable(v.string()),
  /** Null while the provider takes the key, else why it does not. */
  refusal: v.nullable(v.string()),
  checkedAt: time,
  models: v.array(offered),
  /** The ids of those that write down what is said, which are of no type above. */
  speechModels: v.array(v.string()),
  createdAt: time,
});
export type ModelKey = v.InferOutput<typeof modelKey>;

/**
 * The models chosen for a job. `chat`: what new agents are given. `code`: what writes structured text, as the drafts of AI
 * generate are; null for the one of `chat`. `embedding`: what knowledge is found by, beside words.
 * `speech`: what writes down visitors' recordings; null for none.
 */
export const modelDefaults = v.object({
  chat: v.nullable(v.string()),
  code: v.nullable(v.string()),
  embedding: v.nullable(v.string()),
  speech: v.nullable(v.string()),
});
export type ModelDefaults = v.InferOutput<typeof modelDefaults>;

/** An address of a provider, as people type it. */
export const baseUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500),
  v.regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i, "Enter an address such as https://models.example.com/v1."),
  v.transform((address) => address.replace(/\/+$/, "")),
);
/** A key, as people paste it. */
export const secret = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(500),
  v.regex(/^[\x21-\x7e]+$/, "A key has no spaces and no letters with accents. Copy it again."),
);
/** A key, or the address of a server that asks for none, or both. */
const credentials = {
  provider,
  key: v.optional(v.nullable(secret), null),
  baseUrl: v.optional(v.nullable(baseUrl), null),
};
const keys = "/v1/org/{orgId}/keys" as const;
const reads = { member: "modelKeys.read" } as const;
const updates = { member: "modelKeys.update" } as const;
const ofType = v.object({ type: v.optional(type, "completion") });
const models = data(v.object({ models: v.array(offered) }));

export const listModelKeys = call({
  family: "account",
  method: "GET",
  path: keys,
  who: reads,
  summary: "Lists the organization's keys of model providers.",
  query: paging,
  answer: list(modelKey),
});

export const getModelKey = call({
  family: "account",
  method: "GET",
  path: `${keys}/{keyId}`,
  who: reads,
  summary: "Returns one key of a model provider, without the key itself.",
  answer: data(modelKey),
});

/** Asks the provider first: a key that it refuses is 400 `invalid_input` with its reason, and nothing is kept. */
export const createModelKey = call({
  family: "account",
  method: "POST",
  path: keys,
  who: updates,
  audit: "Added a model key",
  summary: "Stores a model provider's key, encrypted.",
  body: data(v.strictObject({ name: v.optional(title(), undefined), ...credentials })),
  answer: data(modelKey),
  limit: "checkKey",
});

/** 400 `invalid_input` with the reason where the provider refuses the key or can't be reached. Keeps nothing. */
export const validateModelKey = call({
  family: "account",
  method: "POST",
  path: `${keys}/validate`,
  who: updates,
  audit: false,
  summary: "Lists the models that a provider offers for a key.",
  query: ofType,
  body: data(v.strictObject(credentials)),
  answer: models,
  limit: "checkKey",
});

export const getModelDefaults = call({
  family: "account",
  method: "GET",
  path: `${keys}/defaults`,
  who: { member: "models.read" },
  summary: "Returns the default models for new agents, drafts, vectors and speech.",
  answer: data(modelDefaults),
});

/** A job that is left out stays. Knowledge gets its vectors by a job, also where the same model is chosen again. */
export const setModelDefaults = call({
  family: "account",
  method: "POST",
  path: `${keys}/defaults`,
  who: updates,
  audit: "Chose the default models",
  summary:
    "Sets the default models for new agents (null: built-in), drafts (null: the same), vectors (null: none) and speech (null: none).",
  body: data(
    v.strictObject({
      chat: v.optional(v.nullable(text(200))),
      code: v.optional(v.nullable(text(200))),
      embedding: v.optional(v.nullable(text(200))),
      speech: v.optional(v.nullable(text(200))),
    }),
  ),
  answer: data(modelDefaults),
});

/** The address stays: a key is bound to the host for which it was given. A new key is checked like a first one. */
export const updateModelKey = call({
  family: "account",
  method: "PUT",
  path: `${keys}/{keyId}`,
  who: updates,
  audit: "Changed a model key",
  summary: "Renames a key, or replaces it with a newer one for the same provider and address.",
  body: data(
    v.strictObject({
      name: v.optional(title(), undefined),
      key: v.optional(secret, undefined),
      baseUrl: v.optional(v.never("A key is bound to the address it was given for. Add one for the other.")),
    }),
  ),
  answer: data(modelKey),
  limit: "checkKey",
});

/** Agents whose model needed it answer by the installation's own key, or else by the built-in model, from then on. */
export const removeModelKey = call({
  family: "account",
  method: "DELETE",
  path: `${keys}/{keyId}`,
  who: updates,
  audit: "Deleted a model key",
  summary: "Deletes a model provider's key.",
});

/**
 * Asks the provider again, and keeps what it says: the key's models, or why it refuses the key. 422 `model_key_refused`
 * then, and also where the provider can't be asked at the moment, which leaves the key as it is.
 */
export const listKeyModels = call({
  family: "account",
  method: "GET",
  path: `${keys}/{keyId}/models`,
  who: updates,
  summary: "Lists the models that a key's provider offers now.",
  query: ofType,
  answer: models,
  limit: "checkKey",
});
