import type { ReactNode } from "react";
import { fieldTypes, maxFormFields } from "../../../../shared/domain/forms.ts";
import type { FieldType, FormField } from "../../../../shared/domain/forms.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { pairRow } from "./formRows.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { toVariableName } from "./SaveAsField.tsx";
import { Tick } from "./Tick.tsx";

interface FormFieldRowsProps {
  label: string;
  fields: readonly FormField[];
  onChange: (fields: FormField[]) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

/** The fields of a form, or those that a model fills in. */
export function FormFieldRows({ label, fields, onChange, error, isReadOnly }: FormFieldRowsProps): ReactNode {
  return (
    <Rows
      {...{ label, error, isReadOnly, onChange }}
      noun="field"
      rows={fields}
      most={maxFormFields}
      makeRow={() => makeField(fields.length + 1)}
    >
      {(field, set) => <FormFieldInputs field={field} onChange={set} isReadOnly={isReadOnly} />}
    </Rows>
  );
}

interface FormFieldInputsProps {
  field: FormField;
  onChange: (part: Partial<FormField>) => void;
  isReadOnly: boolean;
  /** What the name is called, where it is not just one of several. */
  idLabel?: string;
}

/** What one field asks for. */
export function FormFieldInputs({
  field,
  onChange,
  isReadOnly,
  idLabel = "Name",
}: FormFieldInputsProps): ReactNode {
  const { id, label, type, options, validations, value } = field;
  const isFollowing = id === toFieldId(label) || id === "";
  return (
    <>
      <div className={pairRow}>
        <TextField
          label="Label"
          value={label}
          limit={120}
          onChange={(text) => onChange({ label: text, ...(isFollowing && { id: toFieldId(text) }) })}
          isDisabled={isReadOnly}
        />
        <TextField
          label={idLabel}
          value={id}
          maxLength={64}
          onChange={(text) => onChange({ id: toVariableName(text) })}
          isDisabled={isReadOnly}
        />
        <Select
          label="Type"
          value={type}
          options={Object.entries(fieldTypes).map(([key, text]) => ({ value: key, label: text }))}
          onChange={(text) => onChange(changeType(field, text as FieldType))} // a value of the options
          isDisabled={isReadOnly}
        />
      </div>
      {(type === "choice" || type === "several") && (
        <TextArea
          label="Options, one per line"
          rows={3}
          value={options.join("\n")}
          onChange={(text) => onChange({ options: text.split("\n") })}
          onBlur={() => onChange({ options: options.map((one) => one.trim()).filter(Boolean) })}
          isDisabled={isReadOnly}
        />
      )}
      {type === "hidden" ? (
        <TextField
          label="Value"
          value={value ?? ""}
          limit={500}
          onChange={(text) => onChange({ value: text })}
          isDisabled={isReadOnly}
        />
      ) : (
        <Tick
          label="Required"
          isOn={validations.required}
          onChange={(required) => onChange({ validations: { ...validations, required } })}
          isDisabled={isReadOnly}
        />
      )}
    </>
  );
}

/** A new field with a name of its own. */
function makeField(number: number): FormField {
  return {
    ...{ id: `field${number}`, type: "text", label: `Field ${number}`, description: "", options: [] },
    validations: { required: true },
  };
}

function toFieldId(label: string): string {
  return toVariableName(label.trim().toLowerCase()).replace(/^_+|_+$/g, "");
}

/** What another type has no use for goes. */
function changeType({ options, validations, value }: FormField, type: FieldType): Partial<FormField> {
  const hasOptions = type === "choice" || type === "several";
  return {
    type,
    options: hasOptions ? options : [],
    validations: { required: validations.required },
    value: type === "hidden" ? (value ?? "") : undefined,
    apiCache: undefined,
  };
}
