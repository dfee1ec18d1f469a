import type { OpeningHours } from "./openingHours.ts";
import type { BlockedTopic, GuidanceRule } from "./guidance.ts";

/** How an agent answers beyond its words. */
export interface Behaviour {
  fallbackModel: string | null;
  knowledge: "sources" | "general";
  guidance: GuidanceRule[];
  guardrails: { blockedTopics: BlockedTopic[]; refusal: string; hidesPersonalData: boolean };
  hours: OpeningHours | null;
  /** Conversations that lie still for longer are deleted; null keeps them. */
  retentionDays: number | null;
  budget: { agentPerDay: number | null; visitorPerDay: number | null };
}

/** The behaviour of an agent for which nobody set any. */
export const defaultBehaviour: Behaviour = {
  fallbackModel: null,
  knowledge: "sources",
  guidance: [],
  guardrails: { blockedTopics: [], refusal: "", hidesPersonalData: false },
  hours: null,
  retentionDays: null,
  budget: { agentPerDay: null, visitorPerDay: null },
};
