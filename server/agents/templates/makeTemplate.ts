import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { defaultBehavior } from "../../../shared/domain/behavior.ts";
import type { BlockedTopic, GuidanceRule } from "../../../shared/domain/guidance.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import type { Personality } from "../../../shared/domain/personalities.ts";
import { brandName } from "../../../shared/domain/product.ts";
import { portableFormat, portableVersion } from "../../../shared/domain/portable.ts";
import type { TemplateCategory } from "../../../shared/domain/portable.ts";

/** A template as its file in this folder tells it. What has to be replaced stands [in square brackets]. */
export interface TemplateText {
  /** In small letters with hyphens; never changed, for it is in links and counts. */
  id: string;
  title: string;
  /** For the gallery: who it is for and what it does. */
  description: string;
  category: TemplateCategory;
  icon: string;
  agentName: string;
  personality: Personality;
  /** The words of a custom personality. */
  personalityText?: string;
  instructions: string;
  guidance: RuleText[];
  blockedTopics?: BlockedTopic[];
  refusal?: string;
  hidesPersonalData?: boolean;
  welcome: string;
  placeholder?: string;
  /** Each is answered by a heading of the sources. */
  suggestions: string[];
  primary: string;
  sources: { name: string; text: string }[];
  /** What it can do besides answering, without any key. */
  skills: SkillDraft[];
}

export interface RuleText extends Pick<GuidanceRule, "title" | "category" | "text"> {
  /** Words of the visitor's message; left out: for every message. */
  words?: string[];
}

/** Makes a template's file: whatever it does not say is as in a new agent. */
export function makeTemplate(template: TemplateText): PortableFile {
  const { id, title, description, category, icon, agentName, personality, instructions } = template;
  const { welcome, placeholder = "", suggestions, primary, sources, skills } = template;
  return {
    format: portableFormat,
    formatVersion: portableVersion,
    ...{ id, title, description, category, icon, author: brandName },
    usedCount: 0,
    createdAt: 0,
    agent: {
      ...defaultBehavior,
      ...{ name: agentName, icon, description, instructions, language: "auto", model: builtinModel },
      personality: { preset: personality, text: template.personalityText ?? "" },
      guidance: template.guidance.map(({ words = [], ...rule }) => ({
        ...rule,
        isEnabled: true,
        when: { words, pages: [], audience: "everyone" },
      })),
      guardrails: {
        blockedTopics: template.blockedTopics ?? [],
        refusal: template.refusal ?? "",
        hidesPersonalData: template.hidesPersonalData ?? false,
      },
    },
    surfaces: {
      widget: {
        ...{ title: agentName, welcome, placeholder, suggestions, primary },
        minimisedSuggestions: suggestions.slice(0, 2),
      },
    },
    knowledge: {
      sources: sources.map(({ name, text }) => ({
        name,
        config: { kind: "text", title: name, text: text.trim() },
      })),
      left: [],
    },
    skills: { skills },
    requires: { models: [], providers: [], secrets: [] },
  };
}
