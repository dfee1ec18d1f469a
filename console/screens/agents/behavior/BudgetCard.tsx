import type { ReactNode } from "react";
import { findModel } from "../../../../shared/domain/models.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { describeCredits } from "../modelWords.ts";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";
import { fieldRow } from "./fieldRow.ts";
import { readCount } from "./readCount.ts";

/** What models may cost in a day; beyond it something cheaper answers, and never nobody. */
export function BudgetCard({ typed, onChange, error }: BehaviorFieldsProps): ReactNode {
  const { budget } = typed;
  const model = findModel(typed.model);
  const describe = (cap: number | null) =>
    cap !== null && model && cap < model.creditsPerMessage
      ? `One message of ${model.label} costs ${model.creditsPerMessage}, so it never answers.`
      : "Empty: no cap.";
  const set = (name: keyof typeof budget) => (text: string) =>
    onChange({ budget: { ...budget, [name]: readCount(text) } });
  return (
    <Card
      title="Budget"
      subtitle={`Credits a day, counted in UTC. When the budget is used up, the fallback model answers if it still fits, otherwise the built-in one.${
        model ? ` ${model.label}: ${describeCredits(model)}.` : ""
      }`}
    >
      <div className={fieldRow}>
        <TextField
          label="For the whole agent"
          hint={describe(budget.agentPerDay)}
          type="number"
          value={budget.agentPerDay?.toString() ?? ""}
          onChange={set("agentPerDay")}
          error={findFieldError(error, "budget.agentPerDay")}
        />
        <TextField
          label="For each visitor"
          hint={describe(budget.visitorPerDay)}
          type="number"
          value={budget.visitorPerDay?.toString() ?? ""}
          onChange={set("visitorPerDay")}
          error={findFieldError(error, "budget.visitorPerDay")}
        />
      </div>
    </Card>
  );
}
