import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import type { KnownVariable } from "../editor/listVariables.ts";
import { pairRow } from "./formRows.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { VariableField } from "./VariableField.tsx";

interface InputRowsProps {
  label: string;
  noun: string;
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
  /** The names that it may have; any where nothing is known. */
  names: readonly { id: string; label: string }[];
  variables: readonly KnownVariable[];
  isReadOnly: boolean;
}

/** What is handed to a skill, a workflow or a row: values by name. */
export function InputRows({
  label,
  noun,
  values,
  onChange,
  names,
  variables,
  isReadOnly,
}: InputRowsProps): ReactNode {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value }));
  const free = names.filter(({ id }) => !Object.hasOwn(values, id));
  return (
    <Rows
      {...{ label, noun, rows, isReadOnly }}
      most={names.length > 0 ? Math.max(names.length, rows.length) : 50}
      onChange={(changed) => onChange(Object.fromEntries(changed.map(({ name, value }) => [name, value])))}
      makeRow={() => ({ name: free[0]?.id ?? `${noun}${rows.length + 1}`, value: "" })}
    >
      {({ name, value }, set, at) => (
        <div className={pairRow}>
          {names.length > 0 ? (
            <Select
              label="Name"
              value={name}
              options={[
                ...names
                  .filter(({ id }) => id === name || !Object.hasOwn(values, id))
                  .map((one) => ({ value: one.id, label: one.label || one.id })),
                ...(names.some(({ id }) => id === name) ? [] : [{ value: name, label: `${name} (deleted)` }]),
              ]}
              onChange={(text) => set({ name: text })}
              isDisabled={isReadOnly}
            />
          ) : (
            <TextField
              label="Name"
              value={name}
              // Two rows can't have one name.
              onChange={(text) =>
                !rows.some((row, index) => index !== at && row.name === text) && set({ name: text })
              }
              maxLength={64}
              isDisabled={isReadOnly}
            />
          )}
          <VariableField
            label="Value"
            value={value}
            onChange={(text) => set({ value: text })}
            variables={variables}
            isDisabled={isReadOnly}
          />
        </div>
      )}
    </Rows>
  );
}
