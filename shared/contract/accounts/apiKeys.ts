import * as v from "valibot";
import { keyScopes } from "../../domain/keyScopes.ts";
import { call } from "../call.ts";
import { data, id, list, paging, time, title } from "../shapes.ts";

const scope = v.picklist(keyScopes);

/** One of the product's own keys, by which another program makes the calls of this reference for the organization. */
export const apiKey = v.object({
  id,
  organizationId: id,
  name: v.string(),
  /** The last four characters: all of the key that is told after it was made. */
  ending: v.string(),
  scopes: v.array(scope),
  /** Which of them its maker's roles allow at present; the others are refused. */
  allowed: v.array(scope),
  /** The agents that it is limited to; null for all, also those to come. */
  agentIds: v.nullable(v.array(id)),
  madeBy: v.object({ _id: id, name: v.string() }),
  createdAt: time,
  /** Null where it holds until it is revoked. */
  expiresAt: v.nullable(time),
  lastUsedAt: v.nullable(time),
  lastUsedAddress: v.nullable(v.string()),
  /** `stopped`: its maker left the organization, or no longer has any of its rights. */
  state: v.picklist(["active", "expired", "stopped"]),
});
export type ApiKey = v.InferOutput<typeof apiKey>;

const settings = {
  name: title(80),
  scopes: v.pipe(v.array(scope), v.minLength(1, "Choose at least one."), v.maxLength(100)),
  agentIds: v.nullable(v.pipe(v.array(id), v.minLength(1, "Choose at least one."), v.maxLength(500))),
};

const keys = "/v1.0/org/{orgId}/keys" as const;
const reads = { member: "keys.read" } as const;
const writes = { member: "keys.update" } as const;

export const listApiKeys = call({
  family: "organisation",
  method: "GET",
  path: keys,
  who: reads,
  forKeys: "never",
  summary: "Lists the organization's API keys, newest first.",
  query: paging,
  answer: list(apiKey),
});

export const getApiKey = call({
  family: "organisation",
  method: "GET",
  path: `${keys}/{keyId}`,
  who: reads,
  forKeys: "never",
  summary: "Returns one API key.",
  answer: data(apiKey),
});

/** 400 `invalid_input` for a right that the caller does not hold, an agent that is not there, or an end that is past. */
export const createApiKey = call({
  family: "organisation",
  method: "POST",
  path: keys,
  who: writes,
  forKeys: "never",
  audit: "Created an API key",
  summary: "Creates an API key. Only this answer contains the key itself.",
  body: data(
    v.strictObject({
      name: settings.name,
      scopes: settings.scopes,
      agentIds: v.optional(settings.agentIds, null),
      expiresAt: v.optional(v.nullable(time), null),
    }),
  ),
  answer: data(v.object({ key: v.string(), ...apiKey.entries })),
});

/** Its rights are its maker's to change: 403 `forbidden` for everybody else. */
export const updateApiKey = call({
  family: "organisation",
  method: "PATCH",
  path: `${keys}/{keyId}`,
  who: writes,
  forKeys: "never",
  audit: "Changed an API key",
  summary: "Renames an API key, or changes its scopes and agents. Omitted fields stay.",
  body: data(v.partial(v.strictObject(settings))),
  answer: data(apiKey),
});

export const revokeApiKey = call({
  family: "organisation",
  method: "DELETE",
  path: `${keys}/{keyId}`,
  who: writes,
  forKeys: "never",
  audit: "Revoked an API key",
  summary: "Revokes an API key. It stops working immediately.",
});
