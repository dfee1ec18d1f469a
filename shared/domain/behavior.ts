import { noAssignment } from "./assignment.ts";
import type { Assignment } from "./assignment.ts";
import type { OpeningHours } from "./openingHours.ts";
import type { BlockedTopic, GuidanceRule } from "./guidance.ts";
import { noSla } from "./sla.ts";
import type { Sla } from "./sla.ts";

/** How an agent answers beyond its words. */
export interface Behavior {
  fallbackModel: string | null;
  /** Where answers come from. `strict`: as `sources`, and what a model says besides is held back. */
  knowledge: "sources" | "strict" | "general";
  /**
   * How a question that continues from the one before gets what it leaves out: by its words, or by a language model.
   */
  rewriting: "words" | "model";
  guidance: GuidanceRule[];
  guardrails: { blockedTopics: BlockedTopic[]; refusal: string; hidesPersonalData: boolean };
  hours: OpeningHours | null;
  assignment: Assignment;
  sla: Sla;
  /** Conversations that lie still for longer are deleted; null keeps them. */
  retentionDays: number | null;
  budget: { agentPerDay: number | null; visitorPerDay: number | null };
}

/** The behavior of an agent for which nobody set any. */
export const defaultBehavior: Behavior = {
  fallbackModel: null,
  knowledge: "sources",
  rewriting: "words",
  guidance: [],
  guardrails: { blockedTopics: [], refusal: "", hidesPersonalData: false },
  hours: null,
  assignment: noAssignment,
  sla: noSla,
  retentionDays: null,
  budget: { agentPerDay: null, visitorPerDay: null },
};
