import * as v from "valibot";
import { generateUseCases } from "../../domain/generate.ts";
import { maxMinimisedSuggestions, maxSuggestions } from "../../domain/limits.ts";
import { personalityValues } from "../../domain/personalities.ts";
import { agentConfiguration } from "./agents.ts";
import { call } from "../call.ts";
import { colour, count, data, text, title } from "../shapes.ts";

const suggestion = title(120);

/** What an agent could be called and be for. */
export const generatedAgent = v.strictObject({
  name: title(80),
  description: text(500),
  instructions: text(4000),
  personality: v.picklist(personalityValues.filter((one) => one !== "custom")),
  language: text(35),
});

/** What its chat could look like; null where nothing tells a color. */
export const generatedTheme = v.strictObject({ primary: v.nullable(colour) });

/** What its chat could say first. */
export const generatedWelcome = v.strictObject({
  title: title(80),
  /** Empty: the chat's own words, in the visitor's language. */
  welcome: text(1000),
  suggestions: v.pipe(v.array(suggestion), v.maxLength(maxSuggestions)),
  minimisedSuggestions: v.pipe(v.array(suggestion), v.maxLength(maxMinimisedSuggestions)),
});

export const generated = v.object({
  /** The model that wrote it; the built-in one derives it and invents nothing. */
  model: v.string(),
  /** What it cost, as a message of that model does; none for the built-in one. */
  credits: count,
  /** The website that was read; null where none was named. */
  website: v.nullable(v.object({ url: v.string(), title: v.string(), pages: v.number() })),
  /** What was not asked for is null. */
  agent: v.nullable(
    v.object({ ...generatedAgent.entries, icon: v.nullable(agentConfiguration.entries.icon) }),
  ),
  theme: v.nullable(generatedTheme),
  welcome_content: v.nullable(generatedWelcome),
  /** Where things come from and what was left out, as sentences for readers of the draft. */
  notes: v.array(v.string()),
});
export type Generated = v.InferOutput<typeof generated>;

/**
 * Drafts an agent, its look or its first words from a description, from a website, or from both. Nothing is kept: the
 * caller reviews it, changes it, and sends it with the calls that save.
 */
export const generate = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/generate",
  who: { member: "agents.create" },
  audit: false,
  limit: "generate",
  // A website that is slow, and after it a model that thinks.
  answersWithinMs: 120_000,
  summary:
    "Drafts an agent, its theme or its welcome content from a description or a website. Nothing is stored.",
  body: data(
    v.strictObject({
      useCases: v.pipe(
        v.array(v.picklist(generateUseCases)),
        v.minLength(1, "Field is required"),
        v.maxLength(generateUseCases.length),
      ),
      description: v.optional(text(2000), ""),
      /** As people type it, with or without https://. */
      url: v.optional(text(2000), ""),
      /** Left out: the organization's default for `code`, else for `chat`, else the built-in one. */
      model: v.optional(text(200)),
    }),
  ),
  answer: data(generated),
});
