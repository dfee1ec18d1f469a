import type { ReactNode } from "react";
import { mailReceivers } from "../../../../shared/domain/skills.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { AnswerField } from "./AnswerField.tsx";
import { propertyRows } from "./propertyRows.ts";
import type { ConfigProps, EmailConfig } from "./sectionProps.ts";
import { TemplateField } from "./TemplateField.tsx";

const receivers = Object.entries(mailReceivers).map(([value, label]) => ({ value, label }));

/** Whom the mail goes to, and what it says. */
export function EmailCard({
  typed,
  config,
  onChange,
  error,
  isReadOnly,
}: ConfigProps<EmailConfig>): ReactNode {
  const { to, subject, body } = config;
  const names = typed.inputs.map(({ id }) => id);
  const set = (part: Partial<EmailConfig>) => onChange({ config: { ...config, ...part } });
  return (
    <Card title="E-mail">
      <div className={propertyRows}>
        <Select
          label="To"
          value={to.who}
          options={receivers}
          onChange={(who) =>
            set({ to: who === "visitor" ? { who: "visitor" } : { who: "team", address: "" } })
          }
          isDisabled={isReadOnly}
        />
        {to.who === "team" && (
          <TextField
            label="Address"
            type="email"
            isRequired
            limit={254}
            placeholder="support@example.org"
            value={to.address}
            onChange={(address) => set({ to: { who: "team", address } })}
            error={findFieldError(error, "config.to.address")}
            isDisabled={isReadOnly}
          />
        )}
        <TemplateField
          label="Subject"
          isRequired
          limit={200}
          names={names}
          value={subject}
          onChange={(changed) => set({ subject: changed })}
          error={findFieldError(error, "config.subject")}
          isDisabled={isReadOnly}
        />
        <TemplateField
          label="Text"
          isRequired
          limit={10_000}
          rows={8}
          names={names}
          value={body}
          onChange={(changed) => set({ body: changed })}
          error={findFieldError(error, "config.body")}
          isDisabled={isReadOnly}
        />
        <AnswerField
          {...{ typed, onChange, error, isReadOnly }}
          placeholder="We sent your message to our team."
        />
      </div>
    </Card>
  );
}
