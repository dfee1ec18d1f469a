import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { invalidText, isAsked, requiredText, withoutHidden } from "../../domain/forms.ts";
import type { FieldType, FieldValue, FormField, FormValues } from "../../domain/forms.ts";
import { fill } from "../../words/language.ts";
import type { FormWords } from "../../words/cards.ts";
import { Icon } from "../Icon.tsx";
import { star } from "../iconPaths.ts";
import { Select } from "../Select.tsx";
import { css } from "../style/css.ts";
import { TextArea } from "../TextArea.tsx";
import { TextField } from "../TextField.tsx";
import { FileField } from "./FileField.tsx";
import type { SendFile } from "./FileField.tsx";
import { OptionGroup } from "./OptionGroup.tsx";
import type { Option } from "./OptionGroup.tsx";

export interface FormViewProps {
  fields: readonly ReadOnlyField[];
  /** As they are typed, not checked yet: a number may still be text. */
  values: Readonly<Record<string, Readonly<FieldValue> | readonly string[]>>;
  onChange(values: FormValues): void;
  /**
   * What the last check said, by field ID. A new object moves the focus to the first field that is wrong, so keep the
   * same one until the next check. What is at a field goes when its value changes.
   */
  errors: Readonly<Record<string, string>>;
  words: FormWords;
  isDisabled?: boolean;
  /** Sends a file that was chosen, and tells its ID, or in a sentence why it was not taken. */
  onFile?: SendFile;
}

/** A field as the state of an app gives it, which nobody changes. */
type ReadOnlyField = Readonly<Omit<FormField, "options" | "validations">> & {
  readonly options: readonly string[];
  readonly validations: Readonly<FormField["validations"]>;
};

interface FieldViewProps {
  field: ReadOnlyField;
  /** What every kind of field has around it. */
  frame: {
    label: string;
    hint: ReactNode;
    error: string | undefined;
    isRequired: boolean;
    isDisabled: boolean | undefined;
  };
  value: FieldValue | readonly string[] | undefined;
  onChange(value: FieldValue): void;
  words: FormWords;
  onFile: SendFile | undefined;
}

/**
 * The fields of any form. It is in a `<form noValidate>` of the caller, who has the buttons, keeps the values and
 * checks them with `checkForm`.
 */
export function FormView(props: FormViewProps): ReactNode {
  const { fields, values, onChange, errors, words, isDisabled, onFile } = props;
  const root = useRef<HTMLDivElement>(null);
  const [changed, setChanged] = useState({ since: errors, ids: [] as string[] });
  const changedIds = changed.since === errors ? changed.ids : [];
  useEffect(() => {
    root.current?.querySelector<HTMLElement>("[data-wrong] :is(input, select, textarea)")?.focus();
  }, [errors]);

  return (
    <div ref={root} className={form}>
      {withoutHidden(fields)
        .filter((field) => isAsked(field, values))
        .map((field) => {
          const { id, type, label, description, validations } = field;
          const said = changedIds.includes(id) || !Object.hasOwn(errors, id) ? undefined : errors[id];
          const error = said && translateError(said, words);
          const frame = {
            ...{ label, hint: description && <bdi>{description}</bdi>, error, isDisabled },
            isRequired: validations.required,
          };
          const handleChange = (value: FieldValue): void => {
            setChanged({ since: errors, ids: [...changedIds, id] });
            onChange({ ...(values as FormValues), [id]: value });
          };
          return (
            <div
              key={id}
              data-required={validations.required || undefined}
              data-wrong={error ? "" : undefined}
            >
              {views[type]({ field, frame, value: values[id], onChange: handleChange, words, onFile })}
            </div>
          );
        })}
    </div>
  );
}

const views: Record<FieldType, (props: FieldViewProps) => ReactNode> = {
  text: (props) => drawLine(props, "text"),
  longText: ({ field, frame, value, onChange }) => (
    <TextArea
      {...frame}
      rows={3}
      limit={field.validations.maxLength}
      value={toText(value)}
      onChange={onChange}
    />
  ),
  email: (props) => drawLine(props, "email", "email"),
  phone: (props) => drawLine(props, "tel", "tel"),
  number: (props) => drawLine(props, "number"),
  date: (props) => drawLine(props, "date"),
  time: (props) => drawLine(props, "time"),
  choice: drawChoice,
  several: ({ field, frame, value, onChange }) => (
    <OptionGroup
      {...frame}
      kind="checkbox"
      options={field.options.map(toOption)}
      chosen={Array.isArray(value) ? value : []}
      onChange={onChange}
    />
  ),
  yesNo: ({ frame, value, onChange, words }) => (
    <OptionGroup
      {...frame}
      isRow
      options={[
        { value: "true", label: words.yes },
        { value: "false", label: words.no },
      ]}
      chosen={value === undefined ? [] : [String(value)]}
      onChange={([chosen]) => onChange(chosen === "true")}
    />
  ),
  rating: drawRating,
  consent: ({ frame, value, onChange, words }) => (
    <OptionGroup
      {...frame}
      kind="checkbox"
      options={[{ value: "true", label: words.yes }]}
      chosen={value === true ? ["true"] : []}
      onChange={([chosen]) => onChange(chosen === "true")}
    />
  ),
  file: ({ frame, onChange, onFile }) => <FileField {...frame} onChange={onChange} onFile={onFile} />,
  hidden: () => null,
};

function drawLine(
  { field, frame, value, onChange }: FieldViewProps,
  type: "text" | "email" | "tel" | "number" | "date" | "time",
  autoComplete?: string,
): ReactNode {
  return (
    <TextField
      {...frame}
      {...{ type, autoComplete, onChange }}
      limit={field.validations.maxLength}
      value={toText(value)}
    />
  );
}

/** A few are seen at once; among many the platform's own list is quicker. */
const mostAtOnce = 5;

function drawChoice({ field, frame, value, onChange, words }: FieldViewProps): ReactNode {
  const options = field.options.map(toOption);
  if (options.length <= mostAtOnce) {
    const chosen = value === undefined ? [] : [toText(value)];
    return (
      <OptionGroup
        {...frame}
        {...{ options, chosen }}
        onChange={([one]) => one !== undefined && onChange(one)}
      />
    );
  }
  return (
    <Select
      {...frame}
      options={[{ value: "", label: words.choose }, ...options]}
      value={toText(value)}
      onChange={onChange}
    />
  );
}

const scores = [1, 2, 3, 4, 5];

function drawRating({ frame, value, onChange, words }: FieldViewProps): ReactNode {
  const given = Number(value ?? 0);
  const options = scores.map((score) => ({
    value: String(score),
    label: fill(words.score, { score, best: scores.length }),
    picture: <Icon path={star} size={1.5} isFilled={score <= given} />,
  }));
  return (
    <OptionGroup
      {...frame}
      options={options}
      chosen={value === undefined ? [] : [String(value)]}
      onChange={([score]) => onChange(Number(score))}
    />
  );
}

function toOption(option: string): Option {
  return { value: option, label: option };
}

function toText(value: FieldValue | readonly string[] | undefined): string {
  return value === undefined ? "" : String(value);
}

/** Checks speak English on both sides; sentences that only the server knows stay as they are. */
function translateError(error: string, words: FormWords): string {
  if (error === requiredText) return words.required;
  return error === invalidText ? words.invalid : error;
}

const form = css`
  display: grid;
  gap: 16px;
  min-width: 0;
  & > div {
    min-width: 0;
  }
  /* The control says that it is required; the star is for the eyes. */
  & > [data-required] > div > div:first-child > label::after,
  & > [data-required] > fieldset > legend::after {
    content: " *" / "";
    color: var(--ph-danger-text);
  }
`;
