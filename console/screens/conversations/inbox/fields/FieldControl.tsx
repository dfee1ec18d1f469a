import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import { maxFieldCharacters } from "../../../../../shared/domain/customFields.ts";
import { Field } from "../../../../../shared/ui/Field.tsx";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { controlStyle } from "../../../../../shared/ui/fieldStyle.ts";
import { hasList } from "./typedValue.ts";

interface FieldControlProps {
  field: Snapshot<CustomField>;
  label?: string;
  /** As it is in a row; empty for none. */
  value: string;
  /** What no value is called in a list; without it the list has none. */
  emptyLabel?: string;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (value: string) => void;
  /** What was typed is finished. */
  onEnd?: () => void;
}

/** A value of a custom field, as its kind is chosen or typed. */
export function FieldControl(props: FieldControlProps): ReactNode {
  const { field, value, hint, error, onChange, onEnd } = props;
  const label = props.label ?? field.name;
  if (hasList(field)) {
    return <Select {...{ label, hint, error, value, onChange }} options={optionsOf(props)} />;
  }
  return (
    <Field {...{ label, hint, error, value }} limit={maxFieldCharacters}>
      {(ids) => (
        <input
          {...ids}
          type={field.kind}
          {...(field.kind === "number" && { step: "any" })}
          value={value}
          className={controlStyle}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onEnd}
          onKeyDown={(event) => {
            if (event.key === "Enter") onEnd?.();
          }}
        />
      )}
    </Field>
  );
}

function optionsOf({ field, value, emptyLabel }: FieldControlProps): { value: string; label: string }[] {
  const known =
    field.kind === "boolean"
      ? [
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]
      : field.choices.map((choice) => ({ value: choice, label: choice }));
  const isKnown = value === "" || known.some((one) => one.value === value);
  return [
    ...(emptyLabel === undefined ? [] : [{ value: "", label: emptyLabel }]),
    ...known,
    // Left out of the list since it was chosen.
    ...(isKnown ? [] : [{ value, label: value }]),
  ];
}
