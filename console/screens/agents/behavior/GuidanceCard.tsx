import { useState } from "react";
import type { ReactNode } from "react";
import { Plus } from "lucide-react";
import type { GuidanceRule } from "../../../../shared/domain/guidance.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";
import { GuidanceDialog } from "./GuidanceDialog.tsx";
import { GuidanceRow } from "./GuidanceRow.tsx";
import { ruleList } from "./ruleList.ts";

/** The most rules that an agent has. */
const mostRules = 50;
const blank: GuidanceRule = {
  ...{ title: "", category: "other", text: "", isEnabled: true },
  when: { words: [], pages: [], audience: "everyone" },
};

/** Rules for some messages and not for others: a language model is told those that hold. */
export function GuidanceCard({ typed, onChange, error }: BehaviorFieldsProps): ReactNode {
  const { guidance } = typed;
  const [edited, setEdited] = useState<number | "new" | null>(null);
  const refused = error?.fields.find(({ path }) => path.includes("guidance"));
  const put = (rules: GuidanceRule[]) => onChange({ guidance: rules });
  const change = (at: number, part: Partial<GuidanceRule>) =>
    put(guidance.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  return (
    <Card
      title="Guidance"
      subtitle="Rules for messages that match their conditions. Each answer's receipt names the rules used. Language models follow them; the built-in model only quotes."
    >
      {refused && error && <ErrorNotice title={refused.message} error={error} />}
      {guidance.length > 0 && (
        <ul className={ruleList} aria-label="Guidance">
          {guidance.map((rule, index) => (
            <GuidanceRow
              key={index}
              rule={rule}
              onEdit={() => setEdited(index)}
              onChange={(part) => change(index, part)}
              onRemove={() => put(guidance.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      {guidance.length < mostRules && (
        <div>
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => setEdited("new")}>
            Add a rule
          </Button>
        </div>
      )}
      {edited !== null && (
        <GuidanceDialog
          rule={edited === "new" ? blank : (guidance[edited] ?? blank)}
          onSave={(rule) => (edited === "new" ? put([...guidance, rule]) : change(edited, rule))}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}
