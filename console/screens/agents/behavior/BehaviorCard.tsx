import { useEffect } from "react";
import type { ReactNode } from "react";
import { AssignmentCard } from "./AssignmentCard.tsx";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";
import { BudgetCard } from "./BudgetCard.tsx";
import { GuardrailsCard } from "./GuardrailsCard.tsx";
import { GuidanceCard } from "./GuidanceCard.tsx";
import { HoursCard } from "./HoursCard.tsx";
import { KnowledgeCard } from "./KnowledgeCard.tsx";
import { RetentionCard } from "./RetentionCard.tsx";
import { SlaCard } from "./SlaCard.tsx";

/** How the agent answers beyond its words: from what, by which rules, within which bounds and at what cost. */
const cards = {
  knowledge: KnowledgeCard,
  guidance: GuidanceCard,
  guardrails: GuardrailsCard,
  budget: BudgetCard,
  hours: HoursCard,
  assignment: AssignmentCard,
  sla: SlaCard,
  retention: RetentionCard,
};
export type BehaviorCardId = keyof typeof cards;

/** One of these cards. They lie below what is seen first, and come after it. */
export function BehaviorCard({ id, ...fields }: BehaviorFieldsProps & { id: BehaviorCardId }): ReactNode {
  const Fields = cards[id];
  useEffect(() => {
    // The browser looked for it before it was there.
    if (location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView?.();
  }, [id]);
  return <Fields {...fields} />;
}
