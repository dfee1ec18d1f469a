import { useState } from "react";
import type { ReactNode } from "react";
import { maxVariables } from "../../../../shared/domain/workflows/limits.ts";
import { variableTypes } from "../../../../shared/domain/workflows/graph.ts";
import type { Variable, VariableType } from "../../../../shared/domain/workflows/graph.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { pairRow } from "../forms/formRows.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { toVariableName } from "../forms/SaveAsField.tsx";
import { Tick } from "../forms/Tick.tsx";

interface VariablesFormProps {
  variables: readonly Variable[];
  onChange: (variables: Variable[]) => void;
  isReadOnly: boolean;
}

const typeLabels: Record<VariableType, string> = {
  text: "Text",
  number: "Number",
  yes_no: "Yes or no",
  list: "List",
  object: "Fields",
};
const typeOptions = variableTypes.map((value) => ({ value, label: typeLabels[value] }));

/** The workflow's own variables: what they are to begin with, and which of them a run is given. */
export function VariablesForm({ variables, onChange, isReadOnly }: VariablesFormProps): ReactNode {
  return (
    <Rows
      label="Variables"
      noun="variable"
      rows={variables}
      most={maxVariables}
      onChange={onChange}
      makeRow={() => makeVariable(variables)}
      isReadOnly={isReadOnly}
    >
      {(variable, set) => (
        <>
          <div className={pairRow}>
            <TextField
              label="Name"
              value={variable.name}
              onChange={(text) => set({ name: toVariableName(text) })}
              error={
                variables.filter(({ name }) => name === variable.name).length > 1
                  ? "Another variable has this name."
                  : undefined
              }
              isDisabled={isReadOnly}
            />
            <Select
              label="Type"
              value={variable.type}
              options={typeOptions}
              onChange={(type) => set({ type: type as VariableType, value: null })} // a value of the options
              isDisabled={isReadOnly}
            />
            <ValueField variable={variable} onChange={(value) => set({ value })} isReadOnly={isReadOnly} />
          </div>
          <TextField
            label="Description"
            value={variable.description}
            onChange={(description) => set({ description })}
            limit={500}
            isDisabled={isReadOnly}
          />
          <Tick
            label="Input that is set when a run starts"
            isOn={variable.isInput}
            onChange={(isInput) => set({ isInput })}
            isDisabled={isReadOnly}
          />
        </>
      )}
    </Rows>
  );
}

interface ValueFieldProps {
  variable: Variable;
  onChange: (value: string | null) => void;
  isReadOnly: boolean;
}

/** People type words and numbers; only lists and fields are written as JSON. */
function ValueField({ variable, onChange, isReadOnly }: ValueFieldProps): ReactNode {
  const { type, value } = variable;
  const [typed, setTyped] = useState(() => show(type, value));
  const [shown, setShown] = useState({ type, value });
  if (shown.type !== type || shown.value !== value) {
    setShown({ type, value });
    if (read(type, typed) !== value) setTyped(show(type, value));
  }
  const isWrong = typed.trim() !== "" && read(type, typed) === null;
  if (type === "yes_no") {
    return (
      <Select
        label="Initial value"
        value={value ?? ""}
        options={[
          { value: "", label: "Empty" },
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]}
        onChange={(text) => onChange(text || null)}
        isDisabled={isReadOnly}
      />
    );
  }
  return (
    <TextField
      label="Initial value"
      value={typed}
      placeholder={{ text: "Empty", number: "0", list: '["a", "b"]', object: '{"total": 5}' }[type]}
      onChange={(text) => {
        setTyped(text);
        onChange(read(type, text));
      }}
      error={isWrong ? (type === "number" ? "Enter a number." : "Write it as JSON.") : undefined}
      isDisabled={isReadOnly}
    />
  );
}

function show(type: VariableType, value: string | null): string {
  if (value === null) return "";
  if (type !== "text") return value;
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === "string" ? text : value;
  } catch {
    return value;
  }
}

/** The value as JSON; null where it is empty or can't be read. */
function read(type: VariableType, typed: string): string | null {
  if (typed.trim() === "") return null;
  if (type === "text") return JSON.stringify(typed);
  if (type === "number") return Number.isFinite(Number(typed)) ? String(Number(typed)) : null;
  try {
    const value: unknown = JSON.parse(typed);
    const fits = type === "list" ? Array.isArray(value) : typeof value === "object" && value !== null;
    return fits ? typed : null;
  } catch {
    return null;
  }
}

function makeVariable(variables: readonly Variable[]): Variable {
  const taken = new Set(variables.map(({ name }) => name));
  let number = variables.length + 1;
  while (taken.has(`variable${number}`)) number += 1;
  return { name: `variable${number}`, type: "text", description: "", value: null, isInput: false };
}
