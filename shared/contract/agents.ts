import * as v from "valibot";
import { personaLimit } from "../domain/limits.ts";
import { personalityValues } from "../domain/personalities.ts";
import { call } from "./call.ts";
import { count, data, id, list, paging, text, time, title } from "./shapes.ts";

/** What an admin sets and a version freezes. `icon` is the name of a bundled icon or a `data:image` of at most 100 kB. */
export const agentConfiguration = v.strictObject({
  name: title(80),
  icon: v.pipe(
    text(140_000),
    v.regex(
      /^([a-z-]{1,40}|data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+)$/,
      "Choose an icon or a picture.",
    ),
  ),
  description: text(500),
  personality: v.strictObject({ preset: v.picklist(personalityValues), text: text(personaLimit) }),
  model: text(80),
  instructions: text(8000),
  language: text(35),
});
export type AgentConfiguration = v.InferOutput<typeof agentConfiguration>;

export const agent = v.object({
  id,
  name: v.string(),
  icon: v.string(),
  status: v.picklist(["live", "paused"]),
  /** The draft; visitors meet the published one. */
  configuration: agentConfiguration,
  /** Grows with every saved draft; sent back on save so that two admins notice each other. */
  revision: count,
  publishedVersion: count,
  hasUnpublishedChanges: v.boolean(),
  createdAt: time,
  updatedAt: time,
});
export type Agent = v.InferOutput<typeof agent>;

const base = "/v1/org/{orgId}/copilotapps" as const;

export const listAgents = call({
  family: "console",
  method: "GET",
  path: base,
  who: { member: "agents.read" },
  summary: "Lists the organisation's agents, newest first.",
  query: paging,
  answer: list(agent),
});

/** Creating publishes version 1 and turns the chat widget surface on, so that the snippet works at once. */
export const createAgent = call({
  family: "console",
  method: "POST",
  path: base,
  who: { member: "agents.create" },
  summary: "Creates an agent, publishes its version 1 and gives it a chat widget.",
  body: data(
    v.strictObject({
      name: title(80),
      icon: v.optional(agentConfiguration.entries.icon, "compass"),
      description: v.optional(text(500), ""),
      personality: v.optional(agentConfiguration.entries.personality, { preset: "friendly", text: "" }),
      model: v.optional(text(80), "pilothouse-builtin"),
      instructions: v.optional(text(8000), ""),
      language: v.optional(text(35), "auto"),
    }),
  ),
  answer: data(agent),
});

export const getAgent = call({
  family: "console",
  method: "GET",
  path: `${base}/{productId}`,
  who: { member: "agents.read" },
  summary: "Gives one agent with its draft configuration.",
  answer: data(agent),
});

/** Saves the draft. 409 `conflict` when `revision` is not the newest. */
export const updateAgent = call({
  family: "console",
  method: "PUT",
  path: `${base}/{productId}`,
  who: { member: "agents.update" },
  summary: "Saves an agent's draft configuration.",
  body: data(v.strictObject({ revision: count, configuration: agentConfiguration })),
  answer: data(agent),
});

export const updateAgentStatus = call({
  family: "console",
  method: "PATCH",
  path: `${base}/{productId}/status`,
  who: { member: "agents.update" },
  summary: "Sets an agent live or paused; a paused agent answers no visitor.",
  body: data(v.strictObject({ status: v.picklist(["live", "paused"]) })),
  answer: data(agent),
});

export const removeAgent = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{productId}`,
  who: { member: "agents.remove" },
  summary: "Deletes an agent with its knowledge, surfaces and conversations.",
  query: v.object({ confirmed: v.literal("true", "Add confirmed=true to delete this.") }),
});

/** Freezes draft configuration and surface settings as the next version, which visitors meet from now on. */
export const publishAgent = call({
  family: "console",
  method: "POST",
  path: `${base}/{productId}/publish`,
  who: { member: "agents.publish" },
  summary: "Publishes an agent's draft as a new version.",
  answer: data(agent),
});

export const version = v.object({ version: count, createdAt: time, createdBy: v.nullable(v.string()) });

export const listVersions = call({
  family: "console",
  method: "GET",
  path: `${base}/{productId}/versions`,
  who: { member: "agents.read" },
  summary: "Lists an agent's published versions, newest first.",
  query: paging,
  answer: list(version),
});
