import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { SkillInput } from "../../../../shared/contract/skills/skills.ts";
import { fieldTypes, maxFormFields } from "../../../../shared/domain/forms.ts";
import type { FieldType } from "../../../../shared/domain/forms.ts";
import { visitorValues } from "../../../../shared/domain/skills.ts";
import type { VisitorValue } from "../../../../shared/domain/skills.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import type { RowAction } from "../../../parts/RowMenu.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { OptionsSourceFields } from "./OptionsSourceFields.tsx";
import type { SectionProps } from "./sectionProps.ts";
import { deriveInputName, listUsedInputs, makeBlankInput } from "./skillDrafts.ts";

const typeOptions = Object.entries(fieldTypes).map(([value, label]) => ({ value, label }));
/** Only a form has a place for files: beside the message that shows it. */
const inputTypeOptions = typeOptions.filter(({ value }) => value !== "file");
const sourceOptions = [
  { value: "", label: "The visitor or the agent" },
  ...Object.entries(visitorValues).map(([value, label]) => ({
    value,
    label: `Verified visitor: ${label}`,
  })),
];

/** What the skill needs to know, and who says it. */
export function InputsCard({
  typed,
  onChange,
  error,
  isReadOnly,
  place,
}: SectionProps & { place: AgentPlace }): ReactNode {
  const { inputs } = typed;
  const frame = useRef<HTMLDivElement>(null);
  /** The input that gets the focus once it is drawn, in its first field or on its menu. */
  const next = useRef<{ at: number; control: string } | null>(null);
  useLayoutEffect(() => {
    if (!next.current) return;
    const { at, control } = next.current;
    next.current = null;
    const row = frame.current?.querySelectorAll(":scope > ul > li")[at];
    (
      row?.querySelector<HTMLElement>(control) ?? frame.current?.querySelector<HTMLElement>(":scope > button")
    )?.focus();
  }, [inputs]);

  const set = (at: number, part: Partial<SkillInput>) =>
    onChange({ inputs: inputs.map((input, index) => (index === at ? { ...input, ...part } : input)) });
  const move = (from: number, to: number) => {
    const moved = [...inputs];
    moved.splice(to, 0, ...moved.splice(from, 1));
    next.current = { at: to, control: "[aria-haspopup]" };
    onChange({ inputs: moved });
  };
  const remove = (at: number) => {
    next.current = { at: Math.min(at, inputs.length - 2), control: "input" };
    onChange({ inputs: inputs.filter((_, index) => index !== at) });
  };
  const used = listUsedInputs(typed);
  // By the paths of a save and of a test, whose own inputs are values.
  const problem = findFieldError(error, "data.inputs") ?? findFieldError(error, "skill.inputs");
  const actionsOf = (at: number): RowAction[] =>
    [
      at > 0 && {
        label: "Move up",
        icon: <ArrowUp size={16} aria-hidden />,
        onChoose: () => move(at, at - 1),
      },
      at < inputs.length - 1 && {
        label: "Move down",
        icon: <ArrowDown size={16} aria-hidden />,
        onChoose: () => move(at, at + 1),
      },
      {
        label: "Remove",
        icon: <Trash2 size={16} aria-hidden />,
        onChoose: () => remove(at),
        isDanger: true,
      },
    ].filter((action) => action !== false);
  return (
    <Card
      title={typed.config.kind === "form" ? "Fields" : "Inputs"}
      subtitle={typed.config.kind === "form" ? undefined : "The agent asks for what is missing."}
    >
      <div ref={frame} className={frameStyle}>
        {inputs.length > 0 && (
          <ul>
            {inputs.map((input, at) => (
              // Inputs have no identity but the name, which is edited; the place is the input.
              <li key={at}>
                <div role="group" aria-label={`Input ${at + 1}: ${input.label || "without label"}`}>
                  <InputFields
                    input={input}
                    earlier={inputs.slice(0, at)}
                    isUsed={used.includes(input.id)}
                    isForm={typed.config.kind === "form"}
                    place={place}
                    onChange={(part) => set(at, part)}
                    errorOf={(part) => findFieldError(error, `inputs.${at}.${part}`)}
                    isReadOnly={isReadOnly}
                  />
                  {!isReadOnly && (
                    <RowMenu label={`Actions for input ${input.label || at + 1}`} actions={actionsOf(at)} />
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
        {problem && <p role="alert">{problem}</p>}
        {!isReadOnly && (
          <Button
            size="small"
            icon={<Plus size={15} aria-hidden />}
            disabled={inputs.length >= maxFormFields}
            onClick={() => {
              next.current = { at: inputs.length, control: "input" };
              onChange({ inputs: [...inputs, makeBlankInput()] });
            }}
          >
            {typed.config.kind === "form" ? "Add field" : "Add input"}
          </Button>
        )}
      </div>
    </Card>
  );
}

interface InputFieldsProps {
  input: SkillInput;
  /** What its condition may name. */
  earlier: readonly SkillInput[];
  /** The request names it, so that its name no longer follows the label. */
  isUsed: boolean;
  isForm: boolean;
  place: AgentPlace;
  onChange: (part: Partial<SkillInput>) => void;
  errorOf: (part: string) => string | undefined;
  isReadOnly: boolean;
}

function InputFields(props: InputFieldsProps): ReactNode {
  const { input, earlier, isUsed, isForm, place, onChange, errorOf, isReadOnly } = props;
  const { id, label, description, type, options, validations, from, attribute, when, value, apiCache } =
    input;
  const isHidden = type === "hidden";
  const setRule = (rule: "minLength" | "maxLength", text: string) => {
    const { [rule]: _old, ...others } = validations;
    onChange({ validations: text === "" ? others : { ...others, [rule]: Number(text) } });
  };
  const conditions = listConditions(earlier, when);
  const isFollowing = id === deriveInputName(label) && !isUsed;
  return (
    <div className={fields}>
      <TextField
        label="Label"
        placeholder="Order number"
        limit={120}
        value={label}
        onChange={(text) => onChange({ label: text, ...(isFollowing && { id: deriveInputName(text) }) })}
        error={errorOf("label")}
        isDisabled={isReadOnly}
      />
      <TextField
        label="Name"
        limit={64}
        value={id}
        onChange={(text) => onChange({ id: text })}
        error={errorOf("id")}
        isDisabled={isReadOnly}
      />
      <Select
        label="Type"
        value={type}
        options={isForm ? typeOptions : inputTypeOptions}
        onChange={(text) => onChange(changeType(input, text as FieldType))} // a value of the options
        error={errorOf("type")}
        isDisabled={isReadOnly}
      />
      {isHidden ? (
        <TextField
          label="Value"
          limit={500}
          value={value ?? ""}
          onChange={(text) => onChange({ value: text })}
          error={errorOf("value")}
          hint="Always sent. Visitors and models don't see it."
          isDisabled={isReadOnly}
        />
      ) : (
        <>
          <Select
            label="Filled by"
            value={from ?? ""}
            options={sourceOptions}
            onChange={(text) => {
              const source = (text || null) as VisitorValue | null; // a value of the options
              onChange({ from: source, attribute: source === "attribute" ? "" : undefined });
            }}
            hint={from === null ? undefined : "Bound by the server. Visitors and models can't change it."}
            isDisabled={isReadOnly}
          />
          {from === "attribute" && (
            <TextField
              label="Attribute"
              isRequired
              limit={60}
              placeholder="plan"
              hint="As your site signs it in attrs."
              value={attribute ?? ""}
              onChange={(text) => onChange({ attribute: text })}
              error={errorOf("attribute")}
              isDisabled={isReadOnly}
            />
          )}
          <TextField
            label="Help text"
            limit={500}
            value={description}
            onChange={(text) => onChange({ description: text })}
            error={errorOf("description")}
            isDisabled={isReadOnly}
          />
          <label>
            <input
              type="checkbox"
              checked={validations.required}
              disabled={isReadOnly}
              onChange={(event) =>
                onChange({ validations: { ...validations, required: event.currentTarget.checked } })
              }
            />
            Required
          </label>
        </>
      )}
      {(type === "text" || type === "longText") && (
        <>
          <TextField
            label="Fewest characters"
            type="number"
            value={String(validations.minLength ?? "")}
            onChange={(text) => setRule("minLength", text)}
            error={errorOf("validations.minLength")}
            isDisabled={isReadOnly}
          />
          <TextField
            label="Most characters"
            type="number"
            value={String(validations.maxLength ?? "")}
            onChange={(text) => setRule("maxLength", text)}
            error={errorOf("validations.maxLength")}
            isDisabled={isReadOnly}
          />
        </>
      )}
      {conditions.length > 0 && (
        <Select
          label="Asked"
          value={when ? `${when.field}=${when.is}` : ""}
          options={[{ value: "", label: "Always" }, ...conditions]}
          onChange={(text) => {
            const at = text.indexOf("=");
            onChange({ when: at < 0 ? undefined : { field: text.slice(0, at), is: text.slice(at + 1) } });
          }}
          error={errorOf("when")}
          isDisabled={isReadOnly}
        />
      )}
      {(type === "choice" || type === "several") && (
        <>
          <TextArea
            label={apiCache ? "Options until the address answers" : "Options, one per line"}
            rows={3}
            value={options.join("\n")}
            onChange={(text) => onChange({ options: text.split("\n") })}
            error={errorOf("options")}
            isDisabled={isReadOnly}
          />
          <OptionsSourceFields
            {...{ place, isReadOnly }}
            source={apiCache}
            onChange={(source) => onChange({ apiCache: source })}
            errorOf={(part) => errorOf(`apiCache.${part}`)}
          />
        </>
      )}
    </div>
  );
}

/** What another type has no use for goes. */
function changeType(input: SkillInput, type: FieldType): Partial<SkillInput> {
  const hasOptions = type === "choice" || type === "several";
  const isText = type === "text" || type === "longText";
  const { required } = input.validations;
  return {
    type,
    ...(!hasOptions && { apiCache: undefined }),
    ...(!isText && { validations: { required } }),
    ...(type === "hidden"
      ? { value: input.value ?? "", from: null, attribute: undefined }
      : { value: undefined }),
  };
}

/** The values of earlier fields that a field can be asked for; one that is gone stays in sight. */
function listConditions(earlier: readonly SkillInput[], when: SkillInput["when"]) {
  const found = earlier.flatMap(({ id, label, type, options }) => {
    const name = label || id;
    if (type === "yesNo" || type === "consent")
      return [
        { value: `${id}=true`, label: `If ${name}: Yes` },
        ...(type === "yesNo" ? [{ value: `${id}=false`, label: `If ${name}: No` }] : []),
      ];
    if (type !== "choice" && type !== "several") return [];
    return options
      .filter((one) => one.trim() !== "")
      .map((one) => ({ value: `${id}=${one}`, label: `If ${name}: ${one}` }));
  });
  const value = when && `${when.field}=${when.is}`;
  const isGone = value !== undefined && !found.some((one) => one.value === value);
  return isGone ? [...found, { value, label: `If ${when?.field}: ${when?.is} (no such value)` }] : found;
}

const frameStyle = css`
  display: grid;
  justify-items: start;
  gap: 12px;
  & > ul {
    display: grid;
    gap: 12px;
    width: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > ul > li > div {
    display: flex;
    align-items: flex-start;
    gap: 4px;
    min-width: 0;
  }
  & > ul > li + li {
    padding-top: 14px;
    border-top: 1px solid var(--ph-line);
  }
  & > p[role="alert"] {
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
`;
const fields = css`
  display: grid;
  flex: 1;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  align-items: start;
  gap: 10px 14px;
  min-width: 0;
  & > label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    width: fit-content;
    font-size: var(--ph-text-s);
    cursor: pointer;
  }
  & > label > input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
