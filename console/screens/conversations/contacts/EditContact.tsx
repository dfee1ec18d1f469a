import { useState } from "react";
import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import {
  contactFieldNames,
  factsOfContactField,
  mapContactFields,
  type ContactField,
  type ContactTexts,
} from "../../../../shared/domain/contactFields.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import { changeContact } from "../../../state/conversations/contacts/contacts.ts";
import type { ContactDialogProps } from "./contactDialogProps.ts";

interface AttributeRow {
  /** Stays the same while its name is typed. */
  key: number;
  name: string;
  value: string;
}

/** Changes what is known of a person. */
export function EditContact({ place, contact: shown, onClose }: ContactDialogProps): ReactNode {
  // As it was when somebody began: what a colleague changes meanwhile is not taken back with what they save.
  const [contact] = useState(shown);
  const { attributes } = contact;
  const [name, setName] = useState(contact.name);
  const [texts, setTexts] = useState(() => mapContactFields((field) => contact[field] ?? ""));
  const [rows, setRows] = useState<AttributeRow[]>(() =>
    Object.entries(attributes).map(([one, value], key) => ({ key, name: one, value: String(value) })),
  );
  const saving = useAction(() =>
    changeContact(place, {
      ...(name.trim() !== contact.name && { name: name.trim() }),
      ...listTextChanges(contact, texts),
      attributes: listChanges(attributes, rows),
    }),
  );
  const change = (key: number, changes: Partial<AttributeRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  return (
    <Dialog
      title="Edit visitor"
      width={480}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={saving.isBusy}
            onClick={async () => {
              if (await saving.run()) onClose();
            }}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={body}>
        {contact.verified && <p>Your site signs this visitor in. Its values return with their next visit.</p>}
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          limit={120}
          error={findFieldError(saving.error, "name")}
        />
        {contactFieldNames.map((field) => {
          const { label, formLabel = label, kind } = factsOfContactField(field);
          return (
            <TextField
              key={field}
              label={formLabel}
              value={texts[field]}
              onChange={(typed) => setTexts({ ...texts, [field]: typed })}
              error={findFieldError(saving.error, field)}
              {...inputs[kind]}
            />
          );
        })}
        <fieldset>
          <legend>Attributes</legend>
          {rows.map(({ key, name: one, value }) => (
            <div key={key}>
              <TextField
                label="Attribute"
                value={one}
                onChange={(typed) => change(key, { name: typed })}
                limit={60}
              />
              <TextField
                label="Value"
                value={value}
                onChange={(typed) => change(key, { value: typed })}
                limit={500}
              />
              <IconButton
                label={`Remove ${one || "attribute"}`}
                size="small"
                onClick={() => setRows(rows.filter((row) => row.key !== key))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </div>
          ))}
          <Button
            size="small"
            icon={<Plus size={15} aria-hidden />}
            onClick={() =>
              setRows([
                ...rows,
                { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: "", value: "" },
              ])
            }
          >
            Add attribute
          </Button>
        </fieldset>
        {saving.error && <ErrorNotice error={saving.error} />}
      </div>
    </Dialog>
  );
}

const inputs = {
  email: { type: "email" },
  phone: { type: "tel", maxLength: 40 },
  text: { limit: 120 },
} as const;

/** Only changed fields; an emptied field is removed. */
function listTextChanges(before: Readonly<ContactTexts>, typed: Record<ContactField, string>) {
  const changed = contactFieldNames.filter((field) => typed[field].trim() !== (before[field] ?? ""));
  return Object.fromEntries(changed.map((field) => [field, typed[field].trim() || null]));
}

type Value = string | number | boolean;

/** Removed rows are deleted; a value that was not touched keeps its kind. */
function listChanges(
  before: Readonly<Record<string, Value>>,
  rows: readonly AttributeRow[],
): Record<string, Value | null> {
  const typed = new Map(
    rows.map(({ name, value }) => [name.trim(), value] as const).filter(([name]) => name !== ""),
  );
  const gone = Object.keys(before).filter((name) => !typed.has(name));
  const changed = [...typed].filter(
    ([name, value]) => !Object.hasOwn(before, name) || String(before[name]) !== value,
  );
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...changed]);
}

const body = css`
  display: grid;
  gap: 14px;
  & > p {
    color: var(--ph-text-2);
  }
  & fieldset {
    display: grid;
    justify-items: start;
    gap: 10px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  & legend {
    margin-bottom: 8px;
    padding: 0;
    font-weight: 600;
  }
  /* Those of the first row stand for all; each is still told. */
  & fieldset > div + div label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  & fieldset > div {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
    align-items: end;
    gap: 8px;
    width: 100%;
  }
`;
