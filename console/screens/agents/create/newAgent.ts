import type { AgentConfiguration } from "../../../../shared/contract/agents/agents.ts";
import type { Generated } from "../../../../shared/contract/agents/generate.ts";
import type { DataSourceConfig } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import { defaultBehavior } from "../../../../shared/domain/behavior.ts";
import { readTypedAddress, wholeSite } from "../../../../shared/domain/generate.ts";
import {
  maxInstructionsCharacters,
  maxTextSourceCharacters,
  personaLimit,
} from "../../../../shared/domain/limits.ts";
import { builtinModel, findModel } from "../../../../shared/domain/models.ts";
import { defaultChatColor } from "../../../../shared/domain/product.ts";
import { defaultAgentIcon } from "../../../../shared/ui/agentIcons.ts";
import { fillLines } from "../../../parts/withoutBlanks.ts";

/** What the chat says first, and its color. */
export interface NewLook {
  welcome: string;
  suggestions: string[];
  minimisedSuggestions: string[];
  primary: string;
}

/** The first thing that the agent reads; `none` for later. */
export interface NewSource {
  kind: "website" | "text" | "sample" | "none";
  url: string;
  title: string;
  text: string;
}

/** An agent that is typed and not made yet. */
export interface NewAgent {
  configuration: AgentConfiguration;
  look: NewLook;
  source: NewSource;
}

/** What the form starts from. */
export function blankAgent(): NewAgent {
  return {
    configuration: {
      ...{ name: "", icon: defaultAgentIcon, description: "", instructions: "", language: "auto" },
      personality: { preset: "friendly", text: "" },
      model: builtinModel,
      ...defaultBehavior,
    },
    look: { welcome: "", suggestions: [], minimisedSuggestions: [], primary: defaultChatColor },
    source: { kind: "none", url: "", title: "", text: "" },
  };
}

/** Puts a draft into what is typed; what it leaves open stays. */
export function takeDraft(typed: NewAgent, { agent, theme, welcome_content, website }: Generated): NewAgent {
  const { configuration, look, source } = typed;
  return {
    configuration: {
      ...configuration,
      ...(agent && {
        ...{ name: agent.name, description: agent.description, instructions: agent.instructions },
        ...{ language: agent.language, icon: agent.icon ?? configuration.icon },
        personality: { preset: agent.personality, text: "" },
      }),
    },
    look: {
      primary: theme?.primary ?? look.primary,
      welcome: welcome_content?.welcome ?? look.welcome,
      suggestions: welcome_content?.suggestions ?? look.suggestions,
      minimisedSuggestions: welcome_content?.minimisedSuggestions ?? look.minimisedSuggestions,
    },
    source: website ? { ...source, kind: "website", url: website.url } : source,
  };
}

/** What is sent of the look: only what differs from what every new agent has, and no empty line. */
export function readLook({ look }: NewAgent): Partial<NewLook> {
  const suggestions = fillLines(look.suggestions);
  const minimisedSuggestions = fillLines(look.minimisedSuggestions);
  return {
    ...(look.welcome.trim() && { welcome: look.welcome.trim() }),
    ...(suggestions.length > 0 && { suggestions }),
    ...(minimisedSuggestions.length > 0 && { minimisedSuggestions }),
    ...(look.primary !== defaultChatColor && { primary: look.primary }),
  };
}

/** The first source as the server takes it; null for none. */
export function readSource({ source }: NewAgent): { name: string; config: DataSourceConfig } | null {
  const { kind, url, title, text } = source;
  switch (kind) {
    case "website": {
      const address = readTypedAddress(url) ?? url;
      return { name: "", config: { kind, scope: "site", urls: [address], ...wholeSite } };
    }
    case "text":
      return { name: title.trim().slice(0, 120), config: { kind, title: title.trim(), text } };
    case "sample":
      return { name: "", config: { kind } };
    case "none":
      return null;
  }
}

/** The steps in their order; the first has no name in the address. */
export const steps = ["begin", "identity", "voice", "knowledge"] as const;
export type Step = (typeof steps)[number];

/** What is typed in a step and can be refused by its name. */
export const stepFields = {
  identity: ["name", "description", "instructions", "welcome", "suggestions", "minimisedSuggestions"],
  voice: ["model", "persona"],
} as const;

const textLimits = { name: 80, description: 500, instructions: maxInstructionsCharacters, welcome: 1000 };

/** What is in the way of continuing, by field; empty where nothing does. */
export function findProblems({ configuration, look, source }: NewAgent, step: Step): Record<string, string> {
  const { personality, model } = configuration;
  const limit = findModel(model)?.limit ?? personaLimit;
  if (step === "identity" && configuration.name.trim() === "") return { name: "Field is required" };
  // The fields themselves say how long they may be.
  if (step === "identity") return findTooLong({ ...configuration, ...look }, textLimits);
  if (step === "voice" && personality.preset === "custom" && personality.text.length > limit)
    return { persona: "" };
  if (step !== "knowledge") return {};
  if (source.kind === "website" && readTypedAddress(source.url) === null) {
    return { url: "Write an address like www.example.com." };
  }
  if (source.kind !== "text") return {};
  return {
    ...findTooLong(source, { title: 200, text: maxTextSourceCharacters }),
    ...(source.title.trim() === "" && { title: "Field is required" }),
    ...(source.text.trim() === "" && { text: "Field is required" }),
  };
}

function findTooLong<Name extends string>(
  texts: NoInfer<Record<Name, string>>,
  limits: Record<Name, number>,
): Record<string, string> {
  const names = Object.keys(limits) as Name[]; // the keys are the names
  return Object.fromEntries(
    names.filter((name) => texts[name].length > limits[name]).map((name) => [name, ""]),
  );
}
