import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { propertyRows } from "./propertyRows.ts";
import type { ConfigProps, FormConfig } from "./sectionProps.ts";

const parts: { name: keyof FormConfig["contact"]; label: string }[] = [
  { name: "name", label: "Name" },
  { name: "email", label: "E-mail" },
  { name: "phone", label: "Phone number" },
];

/** Which of the form's fields fill in the contact. */
export function ContactCard({
  typed,
  config,
  onChange,
  error,
  isReadOnly,
}: ConfigProps<FormConfig>): ReactNode {
  const fields = typed.inputs.filter(({ id }) => id !== "");
  return (
    <Card title="Contact" subtitle="Answers that are saved with the contact, too.">
      <div className={propertyRows}>
        {parts.map(({ name, label }) => {
          const chosen = config.contact[name] ?? "";
          const isGone = chosen !== "" && !fields.some(({ id }) => id === chosen);
          return (
            <Select
              key={name}
              label={label}
              value={chosen}
              options={[
                { value: "", label: "Not asked" },
                ...fields.map((field) => ({ value: field.id, label: field.label || field.id })),
                ...(isGone ? [{ value: chosen, label: `${chosen} (no such field)` }] : []),
              ]}
              onChange={(id) => {
                const { [name]: _old, ...others } = config.contact;
                onChange({ config: { ...config, contact: id === "" ? others : { ...others, [name]: id } } });
              }}
              error={findFieldError(error, `config.contact.${name}`)}
              isDisabled={isReadOnly}
            />
          );
        })}
      </div>
    </Card>
  );
}
