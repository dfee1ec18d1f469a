import * as v from "valibot";
import {
  maxExamples,
  maxSearchEngines,
  maxSearchSites,
  reservedHeader,
  skillMethods,
  skillName,
  skillRisks,
  visitorValues,
} from "../../domain/skills.ts";
import type { MailReceiver, SkillRisk, VisitorValue } from "../../domain/skills.ts";
import { skillAudiences, skillSurfaces } from "../../domain/skillOffers.ts";
import type { SkillAudience } from "../../domain/skillOffers.ts";
import { grantOwners } from "../../domain/integrations.ts";
import type { GrantOwner } from "../../domain/integrations.ts";
import { call } from "../call.ts";
import { formField, formFields, formValues, optionsSource } from "../forms/fields.ts";
import { confirmed, count, data, email, id, list, paging, text, time, title } from "../shapes.ts";

const header = v.pipe(
  v.string(),
  v.regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, "Use a header's name, such as X-Api-Key."),
  v.check((name) => !reservedHeader.test(name), "This header is set by the server itself."),
);
/** What would end a header's line never leaves. */
const headerValue = v.pipe(text(2000), v.regex(/^[^\r\n\0]*$/, "Use one line of text."));
const pair = v.strictObject({ name: title(200), value: text(2000) });

/** How a request says who we are. The secret itself is kept apart and never given back. */
export const skillAuth = v.variant("type", [
  v.strictObject({ type: v.literal("none") }),
  v.strictObject({ type: v.literal("bearer") }),
  v.strictObject({ type: v.literal("basic"), username: headerValue }),
  v.strictObject({ type: v.literal("header"), name: header }),
  v.strictObject({ type: v.literal("query"), name: title(100) }),
  /** By the access of a connection of the agent, which it knows by name. Nothing is kept with the skill. */
  v.strictObject({
    type: v.literal("connection"),
    name: title(60),
    owner: v.picklist(Object.keys(grantOwners) as GrantOwner[]), // keys of a literal object
  }),
]);
export type SkillAuth = v.InferOutput<typeof skillAuth>;

/** Inputs are in braces in the address, in values of query and headers, and in the body: `{{order}}`. */
export const httpConfig = v.strictObject({
  kind: v.literal("http"),
  method: v.picklist(skillMethods),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "Field is required"),
    v.maxLength(2000),
    v.regex(/^https?:\/\/[^\s{}/?#]+(?:[/?#]|$)/i, "Enter an address that begins with https:// and a host."),
  ),
  query: v.pipe(v.array(pair), v.maxLength(50)),
  headers: v.pipe(v.array(v.strictObject({ name: header, value: headerValue })), v.maxLength(50)),
  bodyType: v.picklist(["none", "json", "form", "raw"]),
  /** JSON, `name=value` lines for a form, or any text. */
  body: text(20_000),
  auth: skillAuth,
  /** A JMESPath expression that picks what of the response the agent sees; all of it where it is empty. */
  pick: text(2000),
});

/** JSON Schema that a page's result is held against; nothing is checked where it is empty. */
const resultSchema = v.pipe(
  text(20_000),
  v.trim(),
  v.check((given) => given === "" || isSchema(given), 'Enter a JSON Schema, such as {"type": "object"}.'),
);

function isSchema(text: string): boolean {
  try {
    const schema: unknown = JSON.parse(text);
    return typeof schema === "object" && schema !== null && !Array.isArray(schema);
  } catch {
    return false;
  }
}

/** Code that the site has registered under the skill's name runs in the visitor's page. */
export const clientConfig = v.strictObject({
  kind: v.literal("client"),
  resultSchema,
  /** A JMESPath expression that picks what of the result the agent sees; all of it where it is empty. */
  pick: text(2000),
});

/** The body of a JavaScript function of `inputs`, which the server runs without network, time and chance. */
export const codeConfig = v.strictObject({
  kind: v.literal("code"),
  code: v.pipe(
    text(20_000),
    v.check((code) => code.trim() !== "", "Field is required"),
  ),
});

/** The visitor fills in the inputs, and what they wrote is kept as a lead. */
export const formConfig = v.strictObject({
  kind: v.literal("form"),
  /** Which fields become the contact's own, by field ID. */
  contact: v.strictObject({
    name: v.optional(id),
    email: v.optional(id),
    phone: v.optional(id),
  }),
  /** Visitors of the chat fill it in before their first message. */
  beforeChat: v.optional(v.boolean()),
});

/** A mail of the installation's own, never without somebody's word. Inputs stand in braces in both texts: `{{order}}`. */
export const emailConfig = v.strictObject({
  kind: v.literal("email"),
  to: v.variant("who", [
    v.strictObject({ who: v.literal("visitor" satisfies MailReceiver) }),
    v.strictObject({ who: v.literal("team" satisfies MailReceiver), address: email }),
  ]),
  subject: title(200),
  body: v.pipe(
    text(10_000),
    v.check((body) => body.trim() !== "", "Field is required"),
  ),
});

/** The agent says goodbye, and the conversation is resolved with that answer. */
export const endConfig = v.strictObject({ kind: v.literal("end") });

const searchAddress = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(2000),
  v.regex(/^https?:\/\/[^\s{}/?#]+[^\s{}?#]*$/i, "Enter an address that begins with https:// and a host."),
);

/** The agent searches the web for the input `query`. The next engine is asked where one fails. */
export const searchConfig = v.strictObject({
  kind: v.literal("search"),
  engines: v.pipe(
    v.array(
      v.variant("engine", [
        /** Its address ends before `/search`; its `search.formats` have json. */
        v.strictObject({ engine: v.literal("searxng"), url: searchAddress }),
        v.strictObject({ engine: v.literal("brave") }),
        v.strictObject({ engine: v.literal("tavily") }),
        /** The provider of the agent's model searches, with the model's key. */
        v.strictObject({ engine: v.literal("provider") }),
      ]),
    ),
    v.minLength(1, "Add a search engine."),
    v.maxLength(maxSearchEngines, `Use at most ${maxSearchEngines} search engines.`),
    v.check(
      (engines) => new Set(engines.map((one) => JSON.stringify(one))).size === engines.length,
      "Two search engines are the same.",
    ),
  ),
  /** How many pages the agent gets. */
  results: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
  /** Only pages of these hosts and their subdomains; all pages where it is empty. */
  sites: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.trim(),
        v.toLowerCase(),
        v.maxLength(253),
        v.regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, "Enter a host such as example.com."),
      ),
    ),
    v.maxLength(maxSearchSites, `Use at most ${maxSearchSites} sites.`),
  ),
});

/** The team gets the conversation. What the visitor filled in before becomes a note. */
export const handoverConfig = v.strictObject({
  kind: v.literal("handover"),
  /** The team that gets it; null for any team member. */
  teamId: v.nullable(id),
  /** The note for the team, with inputs in braces; a list of the inputs where it is empty. */
  note: text(2000),
});

const visitorValueNames = Object.keys(visitorValues) as VisitorValue[]; // keys of a literal object
const audiences = Object.keys(skillAudiences) as SkillAudience[]; // keys of a literal object
const risks = Object.keys(skillRisks) as SkillRisk[]; // keys of a literal object

/** A field that the agent fills in, or the server does from the verified visitor. */
export const skillInput = v.strictObject({
  ...formField.entries,
  /** Null: the asker gives it. */
  from: v.nullable(v.picklist(visitorValueNames)),
  /** The name of the attribute in the site's signed identity, for `attribute`. */
  attribute: v.optional(v.pipe(text(60), v.trim())),
});

/** A skill as it is edited, in the agent's draft. */
export const skillDraft = v.strictObject({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "Field is required"),
    v.regex(skillName, "Use up to 64 letters, digits, hyphens and underscores."),
  ),
  /** As visitors and the team read it. */
  title: title(120),
  /** When the agent is to use it. */
  description: v.pipe(text(1000), v.trim(), v.minLength(1, "Field is required")),
  /** Questions that call for it. */
  examples: v.pipe(v.array(title(300)), v.maxLength(maxExamples, `Use at most ${maxExamples} examples.`)),
  inputs: v.pipe(
    formFields(skillInput),
    v.check(
      (inputs) => inputs.every(({ from, attribute }) => from !== "attribute" || attribute),
      "Name the attribute that fills an input.",
    ),
    v.check(
      (inputs) => inputs.every(({ from, attribute }) => from === "attribute" || attribute === undefined),
      "Only an input filled from an attribute can name one.",
    ),
  ),
  enabled: v.boolean(),
  risk: v.picklist(risks),
  /** Visitors without a signed identity are asked to sign in; a handover never asks for that. */
  verifiedOnly: v.boolean(),
  /** Where it is offered; everywhere where it is left out. */
  surfaces: v.optional(
    v.pipe(v.array(v.picklist(skillSurfaces)), v.minLength(1, "Choose at least one channel.")),
  ),
  /** Whom it is offered to; everyone where it is left out. Others don't learn that it exists. */
  audience: v.optional(v.picklist(audiences)),
  /** Not for a handover: visitors can ask for a person again. */
  oncePerConversation: v.boolean(),
  timeoutSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)),
  /** What is said of the outcome without a language model, with the response's fields in braces; a plain list where it is empty. */
  answer: text(2000),
  config: v.variant("kind", [
    httpConfig,
    codeConfig,
    clientConfig,
    formConfig,
    emailConfig,
    searchConfig,
    handoverConfig,
    endConfig,
  ]),
  /** The system skill that it was made from. A change that leaves it out keeps it. */
  systemSkillId: v.optional(id),
});
export type SkillDraft = v.InferOutput<typeof skillDraft>;
export type SkillInput = v.InferOutput<typeof skillInput>;
export type HttpConfig = v.InferOutput<typeof httpConfig>;
export type EmailConfig = v.InferOutput<typeof emailConfig>;
export type SearchConfig = v.InferOutput<typeof searchConfig>;
export type HandoverConfig = v.InferOutput<typeof handoverConfig>;
export type CodeConfig = v.InferOutput<typeof codeConfig>;

/** What signs in: null removes it, and what is left out stays as it is. */
const secret = v.optional(v.nullable(v.pipe(headerValue, v.minLength(1, "Field is required"))));

/** Keys of web searches, by engine. */
const searchKeys = v.optional(v.strictObject({ brave: secret, tavily: secret }));

const keyEnding = v.nullable(v.string());

export const skill = v.object({
  ...skillDraft.entries,
  id,
  hasSecret: v.boolean(),
  /** The last four characters of the secret; empty if it is shorter. */
  secretEnding: v.string(),
  /** The same of each web search's key; null where none is saved. */
  searchKeyEndings: v.object({ brave: keyEnding, tavily: keyEnding }),
  /** When the response came that a test can replay; null where none is kept. */
  recordedAt: v.nullable(time),
  /** Runs by visitors in the last seven days, and how many of them failed. */
  uses: count,
  failures: count,
  lastUsedAt: v.nullable(time),
  updatedAt: time,
});
export type Skill = v.InferOutput<typeof skill>;

export const runStates = [
  "waiting",
  "running",
  "done",
  "failed",
  "declined",
  "expired",
  "withdrawn",
  "unknown",
] as const;
export type RunState = (typeof runStates)[number];

/** The request as it left, or would leave, without what signs in. */
export const sentRequest = v.object({
  method: v.string(),
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.nullable(v.string()),
});
export type SentRequest = v.InferOutput<typeof sentRequest>;

/** What came back, cut to its beginning. */
export const gotResponse = v.object({
  status: count,
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});
export type GotResponse = v.InferOutput<typeof gotResponse>;

/** One run of a skill, or one that waits for somebody's word. */
export const skillRun = v.object({
  id,
  skillId: id,
  title: v.string(),
  state: v.picklist(runStates),
  risk: v.picklist(risks),
  inputs: formValues,
  threadId: id,
  /** Who confirmed, approved or declined it: a member's name, or `visitor`. */
  decidedBy: v.nullable(v.string()),
  request: v.nullable(sentRequest),
  response: v.nullable(gotResponse),
  /** Why it failed, in a sentence. */
  error: v.nullable(v.string()),
  ms: v.nullable(count),
  createdAt: time,
  endedAt: v.nullable(time),
});
export type SkillRun = v.InferOutput<typeof skillRun>;

/**
 * `dry` sends nothing and shows the request; `mock` shapes a given response; `real` sends the request, and keeps what came
 * back with a saved skill; `recorded` shapes that once more.
 */
export const skillTest = v.strictObject({
  /** Of a skill that is saved: its secret is used. */
  skillId: v.optional(id),
  /** A secret that is not saved yet. */
  secret,
  searchKeys,
  skill: skillDraft,
  inputs: formValues,
  mode: v.picklist(["dry", "mock", "recorded", "real"]),
  mock: v.optional(text(200_000)),
});

export const skillTestResult = v.object({
  request: v.nullable(sentRequest),
  response: v.nullable(gotResponse),
  /** What of the response the agent sees, as JSON or text. */
  picked: v.nullable(v.string()),
  /** What is said without a language model. */
  answer: v.nullable(v.string()),
  error: v.nullable(v.string()),
  ms: v.nullable(count),
});
export type SkillTestResult = v.InferOutput<typeof skillTestResult>;

/** What was read of an OpenAPI document: an operation is a draft that can be added, or a reason why not. */
export const importedSkills = v.object({
  title: v.string(),
  operations: v.array(v.object({ method: v.string(), path: v.string(), skill: skillDraft })),
  leftOut: v.array(v.object({ method: v.string(), path: v.string(), why: v.string() })),
});
export type ImportedSkills = v.InferOutput<typeof importedSkills>;

const base = "/v1/org/{orgId}/copilotapps/{productId}/skills" as const;
const reads = { member: "skills.read" } as const;
const writes = { member: "skills.update" } as const;

export const listSkills = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists the skills of an agent's draft, with their use in the last seven days.",
  query: paging,
  answer: list(skill),
});

/** 409 `conflict` for a name that another skill of the agent has, and beyond 100 skills. */
export const createSkill = call({
  family: "console",
  method: "POST",
  path: base,
  who: writes,
  audit: "Added a skill",
  summary: "Adds a skill to an agent's draft.",
  body: data(v.strictObject({ ...skillDraft.entries, secret, searchKeys })),
  answer: data(skill),
});

/** 409 `conflict` where somebody saved it after `updatedAt`. */
export const updateSkill = call({
  family: "console",
  method: "PUT",
  path: base,
  who: writes,
  audit: "Changed a skill",
  summary: "Changes a skill of an agent's draft.",
  body: data(v.strictObject({ ...skillDraft.entries, secret, searchKeys, id, updatedAt: time })),
  answer: data(skill),
});

export const removeSkill = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{skillId}`,
  who: writes,
  audit: "Deleted a skill",
  summary: "Deletes a skill of an agent's draft. Visitors can use it until the next publish.",
  query: confirmed,
});

export const testSkill = call({
  family: "console",
  method: "POST",
  path: `${base}/test`,
  who: writes,
  audit: false,
  summary: "Tests a skill while it is edited.",
  body: data(skillTest),
  answer: data(skillTestResult),
  limit: "generate",
  answersWithinMs: 40_000,
});

/** The newest first. */
export const listSkillRuns = call({
  family: "console",
  method: "GET",
  path: `${base}/{skillId}/runs`,
  who: reads,
  summary: "Lists a skill's runs, newest first.",
  query: paging,
  answer: list(skillRun),
});

/** 400 `invalid_input` with a sentence where the address gives no list. */
export const readFieldOptions = call({
  family: "console",
  method: "POST",
  path: `${base}/read-options`,
  who: writes,
  audit: false,
  summary: "Reads the options of a field from an address.",
  body: data(v.strictObject({ url: optionsSource.entries.url, pick: optionsSource.entries.pick })),
  answer: data(v.object({ options: v.array(v.string()) })),
  limit: "generate",
  answersWithinMs: 15_000,
});

/** 400 `invalid_input` with a sentence where the document can't be read. Of what it refers to, nothing is fetched. */
export const readOpenapi = call({
  family: "console",
  method: "POST",
  path: `${base}/read-openapi`,
  who: writes,
  audit: false,
  summary: "Reads an OpenAPI document as skills that can be added.",
  body: data(
    v.union([v.strictObject({ text: text(5_000_000) }), v.strictObject({ url: optionsSource.entries.url })]),
  ),
  maxBodyBytes: 6_000_000,
  answer: data(importedSkills),
  limit: "generate",
  answersWithinMs: 40_000,
});
