import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import {
  fieldKinds,
  maxChoiceCharacters,
  maxFieldChoices,
  maxKeyCharacters,
  suggestKey,
} from "../../../../../shared/domain/customFields.ts";
import type { FieldKind } from "../../../../../shared/domain/customFields.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../../parts/fieldErrors.ts";
import { LinesField } from "../../../../parts/LinesField.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { changeCustomField, createCustomField } from "../../../../state/conversations/inbox/customFields.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { kindNames } from "./typedValue.ts";

interface EditFieldProps {
  place: AgentPlace;
  /** The one that is changed; without it one is made. */
  field?: Snapshot<CustomField>;
  onEnd: () => void;
}

/** Name and choices of a custom field; of a new one also its kind and its key, which never change. */
export function EditField({ place, field, onEnd }: EditFieldProps): ReactNode {
  const [name, setName] = useState(field?.name ?? "");
  const [kind, setKind] = useState<FieldKind>(field?.kind ?? "text");
  const [choices, setChoices] = useState<string[]>([...(field?.choices ?? [""])]);
  const [typedKey, setTypedKey] = useState<string | null>(null);
  const key = typedKey ?? suggestKey(name);
  const listed = kind === "choice" ? choices.map((choice) => choice.trim()).filter(Boolean) : [];
  const saving = useAction(async () => {
    if (field)
      await changeCustomField(place, field.key, { name, ...(kind === "choice" && { choices: listed }) });
    else await createCustomField(place, { key, name, kind, choices: listed });
    onEnd();
  });
  const errors = {
    name: findFieldError(saving.error, "name"),
    key: findFieldError(saving.error, "key"),
    choices: findFieldError(saving.error, "choices"),
  };
  const isReady = name.trim() !== "" && key !== "" && (kind !== "choice" || listed.length > 0);
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) void saving.run();
  }
  return (
    <form
      className={stepStyle}
      aria-label={field ? `Edit ${field.name}` : "New field"}
      onSubmit={handleSubmit}
    >
      <TextField label="Name" value={name} onChange={setName} limit={40} error={errors.name} autoFocus />
      {!field && (
        <div data-pair="">
          <Select
            label="Kind"
            value={kind}
            options={fieldKinds.map((value) => ({ value, label: kindNames[value] }))}
            onChange={(value) => setKind(fieldKinds.find((one) => one === value) ?? "text")}
          />
          <TextField
            label="Key"
            value={key}
            onChange={setTypedKey}
            maxLength={maxKeyCharacters}
            hint="Used in exports and the API. It can’t be changed."
            error={errors.key}
          />
        </div>
      )}
      {kind === "choice" && (
        <LinesField
          label="Choices"
          hint={
            field
              ? "Conversations keep their values when you rename or remove one here."
              : "Each conversation gets one of these."
          }
          addLabel="Add choice"
          most={maxFieldChoices}
          limit={maxChoiceCharacters}
          value={choices}
          onChange={setChoices}
          {...(errors.choices && { error: errors.choices })}
        />
      )}
      {saving.error && !Object.values(errors).some(Boolean) && <ErrorNotice error={saving.error} />}
      <footer>
        <Button size="small" onClick={onEnd}>
          Cancel
        </Button>
        <Button size="small" type="submit" kind="primary" isBusy={saving.isBusy} disabled={!isReady}>
          {field ? "Save" : "Create field"}
        </Button>
      </footer>
    </form>
  );
}

/** What is asked about one field, in its place in the list. */
export const stepStyle = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding: 12px 0 14px;
  & > [data-pair] {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: start;
    gap: 12px;
  }
  @media (max-width: 480px) {
    & > [data-pair] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  & > footer {
    display: flex;
    justify-content: flex-end;
    gap: 8px;
  }
`;
