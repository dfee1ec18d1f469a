import type { ReactNode } from "react";
import type { SkillInput } from "../../../../shared/contract/skills/skills.ts";
import type { FieldType, FieldValue, FormValues } from "../../../../shared/domain/forms.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { checkboxList } from "../../../parts/checkboxList.ts";

interface SampleFieldsProps {
  inputs: readonly SkillInput[];
  values: FormValues;
  onChange: (values: FormValues) => void;
  errors: Readonly<Record<string, string>>;
}

/** Fields for the values of a test. */
export function SampleFields({ inputs, values, onChange, errors }: SampleFieldsProps): ReactNode {
  return inputs.map((input, at) => (
    <SampleField
      key={`${at}:${input.type}`}
      input={input}
      value={values[input.id]}
      onChange={(value) => onChange({ ...values, [input.id]: value })}
      error={errors[input.id]}
    />
  ));
}

interface SampleFieldProps {
  input: SkillInput;
  value: FieldValue | undefined;
  onChange: (value: FieldValue) => void;
  error: string | undefined;
}

const inputTypes: Partial<Record<FieldType, "email" | "tel" | "number">> = {
  ...{ email: "email", phone: "tel", number: "number", rating: "number" },
};
const placeholders: Partial<Record<FieldType, string>> = {
  ...{ date: "2026-12-24", time: "14:30", phone: "+49 30 123456", rating: "1 to 5" },
};

function SampleField({ input, value, onChange, error }: SampleFieldProps): ReactNode {
  const { id, label, type, options, validations, from } = input;
  const shared = {
    label: label || id || "Input",
    isRequired: validations.required,
    error,
    hint: from === null ? input.description || undefined : "In place of the verified visitor's.",
  };
  const text = typeof value === "string" ? value : "";
  if (type === "longText") return <TextArea {...shared} rows={3} value={text} onChange={onChange} />;
  if (type === "choice" || type === "yesNo") {
    const listed =
      type === "choice"
        ? options.filter(Boolean).map((option) => ({ value: option, label: option }))
        : [
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
          ];
    return (
      <Select
        {...shared}
        value={text}
        options={[{ value: "", label: "Choose" }, ...listed]}
        onChange={onChange}
      />
    );
  }
  if (type === "several") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className={checkboxList}>
        <legend>{shared.label}</legend>
        {options.filter(Boolean).map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={() =>
                onChange(
                  chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option],
                )
              }
            />
            {option}
          </label>
        ))}
        {error && <p role="alert">{error}</p>}
      </fieldset>
    );
  }
  return (
    <TextField
      {...shared}
      type={inputTypes[type] ?? "text"}
      placeholder={placeholders[type]}
      value={text}
      onChange={onChange}
    />
  );
}
