import * as v from "valibot";
import { skillRisks } from "../../domain/skills.ts";
import type { SkillRisk } from "../../domain/skills.ts";
import { integrationStates } from "../../domain/integrations.ts";
import { call } from "../call.ts";
import { confirmed, count, data, id, list, paging, text, time, title } from "../shapes.ts";
import { skillDraft } from "../skills/skills.ts";

/** A setting of a connection that its provider asks for, such as the name of a shop. */
const settingField = v.object({
  id: v.string(),
  label: v.string(),
  hint: v.string(),
  placeholder: v.string(),
  isRequired: v.boolean(),
});

/** Something that can be done at a provider. */
const operation = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  risk: v.picklist(Object.keys(skillRisks) as SkillRisk[]), // keys of a literal object
  /** As a skill that uses the connection that was asked about; null where none was. */
  draft: v.nullable(skillDraft),
});

/** A service that agents can be connected to, with what it tells and what can be done there. */
export const integrationProvider = v.object({
  id: v.string(),
  name: v.string(),
  summary: v.string(),
  icon: v.string(),
  settings: v.array(settingField),
  /** How one signs in there; null where only a key is taken. */
  signIn: v.nullable(
    v.object({
      /** Whether the operator has set a client, so that nobody needs to type one. */
      hasClient: v.boolean(),
      /** Where a client is made, and the address to register there. */
      clientsUrl: v.string(),
      redirectUri: v.nullable(v.string()),
      scopes: v.array(v.object({ scope: v.string(), words: v.string() })),
      /** Whether visitors can sign in with accounts of their own. */
      isForVisitors: v.boolean(),
    }),
  ),
  /** How a key of the provider is called, and where one finds it; null where none is taken. */
  key: v.nullable(v.object({ label: v.string(), hint: v.string() })),
  /** What it tells by itself; null where it tells nothing. */
  events: v.nullable(
    v.object({
      hint: v.string(),
      secretLabel: v.string(),
      types: v.array(v.object({ type: v.string(), words: v.string() })),
    }),
  ),
  operations: v.array(operation),
});
export type IntegrationProvider = v.InferOutput<typeof integrationProvider>;

const settings = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(40)), text(2000)),
  v.check((given) => Object.keys(given).length <= 20, "Use at most 20 settings."),
);
/** What signs in: it is kept sealed and never given back. */
const secret = v.pipe(
  text(4000),
  v.minLength(1, "Field is required"),
  v.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, "Use one line of Latin letters, digits and signs."),
);
/** Null removes it, and what is left out stays as it is. */
const typedSecret = v.optional(v.nullable(secret));

const typed = {
  settings,
  /** A client of one's own at the provider, in place of the operator's. */
  clientId: v.optional(v.nullable(title(300))),
  clientSecret: typedSecret,
  /** A key in place of signing in. */
  key: v.optional(secret),
  /** What the provider signs its events with. */
  eventSecret: typedSecret,
};

const name = v.pipe(
  title(60),
  v.regex(/^[\p{L}\p{N} ._-]+$/u, "Use letters, digits, spaces, dots, hyphens and underscores."),
);

/** A connection as it travels: by name, without anything that signs in. */
export const integrationDraft = v.strictObject({ provider: title(40), name, settings });
export type IntegrationDraft = v.InferOutput<typeof integrationDraft>;

export const integration = v.object({
  ...integrationDraft.entries,
  id,
  state: v.picklist(integrationStates),
  /** Why it is not connected, or will not be for long, in a sentence. */
  reason: v.nullable(v.string()),
  /** How the team signs in: by the provider's page, or by a key. */
  auth: v.picklist(["oauth", "key"]),
  /** The client that was typed for it; null where the operator's is used. */
  clientId: v.nullable(v.string()),
  /** Whether there is a client to sign in with. */
  hasClient: v.boolean(),
  /** Whose account it is, as the provider calls it. */
  account: v.nullable(v.string()),
  connectedAt: v.nullable(time),
  /** When the access ends that is used now; it is renewed before. */
  expiresAt: v.nullable(time),
  /** The address to give to the provider for its events. */
  eventsUrl: v.nullable(v.string()),
  hasEventSecret: v.boolean(),
  lastEventAt: v.nullable(time),
  /** Visitors who signed in with accounts of their own. */
  visitors: count,
  updatedAt: time,
});
export type Integration = v.InferOutput<typeof integration>;

/** Something that a provider told, verified, once. */
export const integrationEvent = v.object({
  id,
  /** As the provider calls it. */
  type: v.string(),
  /** The body as it came, cut to its beginning. */
  body: v.string(),
  receivedAt: time,
});
export type IntegrationEvent = v.InferOutput<typeof integrationEvent>;

const base = "/v1/org/{orgId}/copilotapps/{productId}/integrations" as const;
const reads = { member: "integrations.read" } as const;
const writes = { member: "integrations.update" } as const;

export const listIntegrations = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists an agent's connections to other services.",
  query: paging,
  answer: list(integration),
});

/** With `integrationId` only the provider of that connection, and its operations as skills that can be added. */
export const listEventsAndOperations = call({
  family: "console",
  method: "GET",
  path: `${base}/events_and_operations`,
  who: reads,
  summary: "Lists the services that agents can be connected to, with their events and operations.",
  query: v.object({ integrationId: v.optional(id) }),
  answer: data(v.array(integrationProvider)),
});

/** 409 `conflict` for a name that another connection of the agent has, and beyond 30. A key is tried before it is kept. */
export const createIntegration = call({
  family: "console",
  method: "POST",
  path: base,
  who: writes,
  audit: "Added a connection",
  summary: "Adds a connection to a service, by sign-in or key.",
  body: data(v.strictObject({ provider: title(40), name, ...typed })),
  answer: data(integration),
  limit: "checkKey",
  answersWithinMs: 40_000,
});

export const getIntegration = call({
  family: "console",
  method: "GET",
  path: `${base}/{integrationId}`,
  who: reads,
  summary: "Returns one connection of an agent.",
  answer: data(integration),
});

/**
 * 409 `conflict` where somebody saved it after `updatedAt`. Another address or client ends the access: it was given for the
 * old one. The name stays, for skills know the connection by it.
 */
export const updateIntegration = call({
  family: "console",
  method: "PUT",
  path: `${base}/{integrationId}`,
  who: writes,
  audit: "Changed a connection",
  summary: "Changes the settings, client or key of a connection; takes effect immediately.",
  body: data(v.strictObject({ ...typed, updatedAt: time })),
  answer: data(integration),
  limit: "checkKey",
  answersWithinMs: 40_000,
});

export const removeIntegration = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{integrationId}`,
  who: writes,
  audit: "Disconnected a service",
  summary: "Deletes a connection with its access and events; takes effect immediately.",
  query: confirmed,
});

/** Without `confirmed=true` nothing is done: the answer says what would be. */
export const refreshIntegrationToken = call({
  family: "console",
  method: "POST",
  path: `${base}/{integrationId}/refresh-token`,
  who: writes,
  audit: "Renewed a connection",
  auditUnless: (_, answer) => !answer.data.isDone,
  summary: "Renews the access of a connection, or checks it if it needs no renewal.",
  query: v.object({ confirmed: v.optional(v.picklist(["true", "false"])) }),
  answer: data(v.object({ isDone: v.boolean(), message: v.string(), integration })),
  limit: "checkKey",
  answersWithinMs: 40_000,
});

/** The newest first. */
export const listIntegrationEvents = call({
  family: "console",
  method: "GET",
  path: `${base}/{integrationId}/events`,
  who: reads,
  summary: "Lists the events of a service's webhook, newest first.",
  query: paging,
  answer: list(integrationEvent),
});

/**
 * The browser goes to the address that it gives, and comes back to `returnTo` with `connected`, the connection's ID, or
 * `connectError`. Good once, for this session and in this browser. 409 `conflict` where there is no client to sign in with.
 */
export const connectIntegration = call({
  family: "organisation",
  method: "POST",
  path: "/v1.0/org/{orgId}/integrations/connect/{provider}",
  who: writes,
  audit: false,
  summary: "Returns the address for authorizing an agent to use an account at a service.",
  body: data(v.strictObject({ agentId: id, integrationId: id, returnTo: text(2000) })),
  answer: data(v.object({ url: v.string() })),
  limit: "checkKey",
  forKeys: "never",
});

/** The address to be registered at every provider. */
export const returnFromProvider = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/oauth-return",
  who: "anyone",
  summary: "Receives the browser from a service, and stores the access.",
  query: v.object({
    state: v.optional(text(200)),
    code: v.optional(text(8000)),
    error: v.optional(text(200)),
    iss: v.optional(text(2000)),
  }),
  answer: v.object({ location: v.string() }),
  redirects: { onError: "/" },
  limit: "signInByProvider",
});
