import { useState } from "react";
import type { ReactNode } from "react";
import { mostCustomerTurns } from "../../../../shared/domain/workflows/simulations.ts";
import type { Customer } from "../../../../shared/domain/workflows/simulations.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { clamp } from "../forms/clamp.ts";

interface CustomerFieldsProps {
  /** Null where the script is the customer. */
  customer: Customer | null;
  onChange: (customer: Customer | null) => void;
  errorOf: (field: keyof Customer) => string | undefined;
  isReadOnly: boolean;
}

const usual: Customer = { goal: "", mostTurns: 8 };

/** The choice of the customer: the script, or the agent's model with a goal. */
export function CustomerFields({ customer, onChange, errorOf, isReadOnly }: CustomerFieldsProps): ReactNode {
  // Kept while somebody looks at the script.
  const [last, setLast] = useState(customer ?? usual);
  const change = (part: Partial<Customer>) => {
    const next = { ...last, ...part };
    setLast(next);
    onChange(next);
  };
  return (
    <>
      <Select
        label="Customer"
        value={customer ? "model" : "script"}
        options={[
          { value: "script", label: "Follows the script" },
          { value: "model", label: "Played by the agent’s model" },
        ]}
        onChange={(value) => onChange(value === "model" ? last : null)}
        isDisabled={isReadOnly}
      />
      {customer && (
        <>
          <TextArea
            label="Goal"
            hint="What the customer wants and knows. Example: wants a refund for order A-17, which arrived broken."
            rows={3}
            value={customer.goal}
            onChange={(goal) => change({ goal })}
            error={errorOf("goal")}
            isDisabled={isReadOnly}
          />
          <TextField
            label="Maximum messages"
            type="number"
            value={String(customer.mostTurns)}
            onChange={(typed) => change({ mostTurns: clamp(typed, { least: 1, most: mostCustomerTurns }) })}
            error={errorOf("mostTurns")}
            isDisabled={isReadOnly}
          />
        </>
      )}
    </>
  );
}
