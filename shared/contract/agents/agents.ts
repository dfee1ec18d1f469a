import * as v from "valibot";
import { defaultBehavior } from "../../domain/behavior.ts";
import { assignmentModes, mostCapacity, mostReturnMinutes } from "../../domain/assignment.ts";
import { audiences, guidanceCategories } from "../../domain/guidance.ts";
import {
  maxGuidanceCharacters,
  maxInstructionsCharacters,
  maxMinimisedSuggestions,
  maxSuggestions,
  personaKeptLimit,
  personaLimit,
} from "../../domain/limits.ts";
import { personalityValues } from "../../domain/personalities.ts";
import { mostReplyMinutes } from "../../domain/sla.ts";
import { call } from "../call.ts";
import { openingHours } from "./openingHours.ts";
import { setupGuide } from "./setupGuide.ts";
import {
  colour,
  confirmed,
  count,
  data,
  id,
  list,
  paging,
  revision,
  savedBy,
  text,
  time,
  title,
} from "../shapes.ts";

const word = title(80);

/** What the model is told for the messages that the conditions fit; see shared/domain/guidance.ts. */
export const guidanceRule = v.strictObject({
  title: title(80),
  category: v.picklist(guidanceCategories),
  text: title(maxGuidanceCharacters),
  isEnabled: v.boolean(),
  when: v.strictObject({
    words: v.pipe(v.array(word), v.maxLength(30)),
    pages: v.pipe(v.array(title(300)), v.maxLength(30)),
    audience: v.picklist(audiences),
  }),
});

const guardrails = v.strictObject({
  /** A message with one of the words is not answered but declined. */
  blockedTopics: v.pipe(
    v.array(
      v.strictObject({
        name: title(80),
        words: v.pipe(v.array(word), v.minLength(1, "Field is required"), v.maxLength(30)),
      }),
    ),
    v.maxLength(20),
  ),
  /** What is said then; empty for a sentence of ours in the visitor's language. */
  refusal: text(500),
  /** E-mail addresses, card numbers, IBANs and telephone numbers are marks to the model. */
  hidesPersonalData: v.boolean(),
});

const credits = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)));
/** Credits that models may cost a day (UTC); null for no cap. What would go over it is answered by something cheaper. */
const budget = v.strictObject({ agentPerDay: credits, visitorPerDay: credits });

/** Automatic assignment of conversations that ask for a person; see shared/domain/assignment.ts. */
const assignment = v.strictObject({
  mode: v.picklist(assignmentModes),
  /** A user group; null for everybody who may reply. One that is gone counts as null. */
  teamId: v.nullable(id),
  /** Simultaneous open conversations of members without a number of their own. */
  capacity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostCapacity)),
  /** Null: who goes offline keeps theirs. */
  returnAfterMinutes: v.nullable(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostReturnMinutes)),
  ),
  /** Visitors who wait for a person see how many are ahead of them, even without automatic assignment. */
  tellsPlace: v.boolean(),
});

const replyMinutes = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostReplyMinutes)));
/** By when a visitor who waits for the team has its word, within its hours where there are any; see shared/domain/sla.ts. */
const sla = v.strictObject({ firstReplyMinutes: replyMinutes, nextReplyMinutes: replyMinutes });

/** How an agent answers beyond its words; an agent of before has the defaults. */
const behaviour = {
  /** Answers where the model can't, before the built-in one does; null for the built-in one at once. */
  fallbackModel: v.optional(v.nullable(text(200)), defaultBehavior.fallbackModel),
  /**
   * `sources`: what the sources do not say was not found, as the model is told. `strict`: and where no passage speaks of the
   * question, its answer is held back until it was compared with them. `general`: the model may say what it knows, marked.
   */
  knowledge: v.optional(v.picklist(["sources", "strict", "general"]), defaultBehavior.knowledge),
  /** By a model costs a request of the agent's cheaper model for each message but a conversation's first. */
  rewriting: v.optional(v.picklist(["words", "model"]), defaultBehavior.rewriting),
  guidance: v.optional(v.pipe(v.array(guidanceRule), v.maxLength(50)), defaultBehavior.guidance),
  guardrails: v.optional(guardrails, defaultBehavior.guardrails),
  budget: v.optional(budget, defaultBehavior.budget),
  /** Null: the team is never said to be away. */
  hours: v.optional(v.nullable(openingHours), defaultBehavior.hours),
  assignment: v.optional(assignment, defaultBehavior.assignment),
  /** Counts once it is published, also for who waits already. */
  sla: v.optional(sla, defaultBehavior.sla),
  /**
   * Conversations without a message for this many days are deleted, once a day; null keeps them. Takes effect once it
   * is published.
   */
  retentionDays: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
    defaultBehavior.retentionDays,
  ),
};

/** Only `custom` speaks by its text; beside another preset it is kept for when somebody comes back to it. */
const personality = v.pipe(
  v.strictObject({ preset: v.picklist(personalityValues), text: text(personaKeptLimit) }),
  v.forward(
    v.check(
      (told) => told.preset !== "custom" || told.text.length <= personaLimit,
      `Use at most ${personaLimit} characters.`,
    ),
    ["text"],
  ),
);

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
  personality,
  model: text(200),
  instructions: text(maxInstructionsCharacters),
  language: text(35),
  ...behaviour,
});
export type AgentConfiguration = v.InferOutput<typeof agentConfiguration>;

export const agent = v.object({
  id,
  name: v.string(),
  icon: v.string(),
  status: v.picklist(["live", "paused"]),
  /** The draft; the published one is live. */
  configuration: agentConfiguration,
  /** Grows with every saved draft; sent back on save so that two admins notice each other. */
  revision: count,
  publishedVersion: count,
  hasUnpublishedChanges: v.boolean(),
  savedBy,
  /** Its conversations are made up, to show figures to a newcomer. */
  isDemo: v.boolean(),
  setupGuide,
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
  forKeys: "filtered",
  summary: "Lists the organization's agents, newest first.",
  query: paging,
  answer: list(agent),
});

const suggestion = title(120);
/** The part of the chat's settings that somebody may choose while the agent is made; Deploy has the rest. */
export const newLook = v.strictObject({
  welcome: v.optional(text(1000)),
  suggestions: v.optional(v.pipe(v.array(suggestion), v.maxLength(maxSuggestions))),
  minimisedSuggestions: v.optional(v.pipe(v.array(suggestion), v.maxLength(maxMinimisedSuggestions))),
  primary: v.optional(colour),
});
export type NewLook = v.InferOutput<typeof newLook>;

/** A new agent; what is left out has a default. */
export const newAgent = v.strictObject({
  name: title(80),
  icon: v.optional(agentConfiguration.entries.icon, "compass"),
  description: v.optional(text(500), ""),
  personality: v.optional(agentConfiguration.entries.personality, { preset: "friendly", text: "" }),
  /** Left out: the organization's default, else the built-in one. */
  model: v.optional(text(200)),
  instructions: v.optional(text(maxInstructionsCharacters), ""),
  language: v.optional(text(35), "auto"),
  ...behaviour,
  /** What its chat looks like and says first, beside what every new one has. */
  look: v.optional(newLook),
});

/** Creating publishes version 1 and turns the chat widget surface on, so that the snippet works immediately. */
export const createAgent = call({
  family: "console",
  method: "POST",
  path: base,
  who: { member: "agents.create" },
  audit: "Created an agent",
  summary: "Creates an agent, publishes its version 1 and gives it a chat widget.",
  body: data(newAgent),
  answer: data(agent),
});

export const getAgent = call({
  family: "console",
  method: "GET",
  path: `${base}/{productId}`,
  who: { member: "agents.read" },
  summary: "Returns one agent with its draft configuration.",
  answer: data(agent),
});

/** Saves the draft. 409 `conflict` when `revision` is not the newest. */
export const updateAgent = call({
  family: "console",
  method: "PUT",
  path: `${base}/{productId}`,
  who: { member: "agents.update" },
  audit: "Changed an agent’s draft",
  summary: "Saves an agent's draft configuration.",
  body: data(v.strictObject({ revision, configuration: agentConfiguration })),
  answer: data(agent),
});

export const updateAgentStatus = call({
  family: "console",
  method: "PATCH",
  path: `${base}/{productId}/status`,
  who: { member: "agents.update" },
  audit: "Set an agent live or paused",
  summary: "Sets an agent live or paused. A paused agent doesn't answer: visitors wait for a person.",
  body: data(v.strictObject({ status: v.picklist(["live", "paused"]) })),
  answer: data(agent),
});

export const removeAgent = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{productId}`,
  who: { member: "agents.remove" },
  audit: "Deleted an agent",
  summary: "Deletes an agent and everything that belongs to it. It can be restored for seven days.",
  query: confirmed,
});

/**
 * Freezes draft configuration and surface settings as the next version, and makes it live. 409 `conflict` when a
 * `revision` is sent and it is not the newest: somebody saved after the changes were shown.
 */
export const publishAgent = call({
  family: "console",
  method: "POST",
  path: `${base}/{productId}/publish`,
  who: { member: "agents.publish" },
  audit: "Published an agent",
  summary: "Publishes an agent's draft as a new version.",
  body: v.optional(data(v.strictObject({ note: v.optional(text(500)), revision: v.optional(revision) }))),
  answer: data(agent),
});

/** Days are UTC, as budgets count them. Previews and the playground are not in it. */
export const getCreditsToday = call({
  family: "console",
  method: "GET",
  path: `${base}/{productId}/credits-today`,
  who: { member: "agents.read" },
  summary: "Returns how many credits an agent's models have used today.",
  answer: data(v.object({ credits: count })),
});
