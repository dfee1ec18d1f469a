import type { ReactNode } from "react";
import type { Sla } from "../../../../shared/domain/sla.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";
import { fieldRow } from "./fieldRow.ts";
import { readCount } from "./readCount.ts";

/** Within which time a visitor who waits for the team is to have its word. */
export function SlaCard({ typed: { sla, hours }, onChange, error }: BehaviorFieldsProps): ReactNode {
  const field = (name: keyof Sla, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      type="number"
      value={sla[name]?.toString() ?? ""}
      onChange={(text) => onChange({ sla: { ...sla, [name]: readCount(text) } })}
      error={findFieldError(error, `sla.${name}`)}
    />
  );
  return (
    <Card
      title="Reply times (SLA)"
      subtitle={`Target time for your team's reply. The inbox counts down and lists what is due within 15 minutes or overdue. Push and webhooks report what is overdue. ${hours ? "Only the opening hours count." : "Without opening hours, every hour counts."}`}
    >
      <div className={fieldRow}>
        {field("firstReplyMinutes", "First reply (minutes)", "Empty: no target.")}
        {field("nextReplyMinutes", "Later replies (minutes)", "Empty: no target.")}
      </div>
    </Card>
  );
}
