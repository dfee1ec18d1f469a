import type { ReactNode } from "react";
import type { AgentConfiguration } from "../../../../shared/contract/agents.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { AssignmentCard } from "./AssignmentCard.tsx";
import { BudgetCard } from "./BudgetCard.tsx";
import { GuardrailsCard } from "./GuardrailsCard.tsx";
import { GuidanceCard } from "./GuidanceCard.tsx";
import { HoursCard } from "./HoursCard.tsx";
import { KnowledgeCard } from "./KnowledgeCard.tsx";
import { RetentionCard } from "./RetentionCard.tsx";

export interface BehaviourFieldsProps {
  typed: AgentConfiguration;
  onChange: (part: Partial<AgentConfiguration>) => void;
  error: RequestError | null;
}

/** How the agent answers beyond its words: from what, by which rules, within which bounds and at what cost. */
export function BehaviourFields(props: BehaviourFieldsProps): ReactNode {
  return (
    <>
      <KnowledgeCard {...props} />
      <GuidanceCard {...props} />
      <GuardrailsCard {...props} />
      <BudgetCard {...props} />
      <HoursCard {...props} />
      <AssignmentCard {...props} />
      <RetentionCard {...props} />
    </>
  );
}
