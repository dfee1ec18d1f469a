import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Collection } from "../../../../shared/contract/collections/collections.ts";
import { maxRowExamples, writeRules } from "../../../../shared/domain/collections.ts";
import type { WriteRule } from "../../../../shared/domain/collections.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { checkboxList } from "../../../parts/checkboxList.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { LinesField } from "../../../parts/LinesField.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { changeCollection, makeCollection } from "../../../state/actions/collections.ts";
import type { CollectionChoices } from "../../../state/actions/collections.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { collectionPath } from "./collectionWords.ts";
import { ColumnsField, newColumn } from "./ColumnsField.tsx";

interface CollectionDialogProps {
  place: AgentPlace;
  /** The one to change; left out, a new one is made. */
  collection?: Snapshot<Collection>;
  onClose: () => void;
}

/** Makes a collection, or changes its columns and what the agent may do with it. */
export function CollectionDialog({ place, collection, onClose }: CollectionDialogProps): ReactNode {
  const formId = useId();
  const [choices, setChoices] = useState<CollectionChoices>(() =>
    collection ? copyShown(collection) : blank(),
  );
  const saving = useAction(async () => {
    const { name, description, agentMay, confirmedBy, examples, columns, visitorColumn } = choices;
    const filled = examples.filter((text) => text.trim() !== "");
    const settings = { name: name.trim(), description, agentMay, confirmedBy, examples: filled };
    const data = { ...settings, columns, visitorColumn };
    if (collection) {
      await changeCollection({ ...place, collectionId: collection.id }, data);
      showToast("Collection changed");
      onClose();
    } else navigate(collectionPath(place, (await makeCollection(place, data)).id));
  });
  const set = (change: Partial<CollectionChoices>) => setChoices({ ...choices, ...change });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saving.run();
  };
  const { agentMay, visitorColumn, columns } = choices;
  const own = columns.filter(({ id, type }) => id !== undefined && type === "text");
  return (
    <Dialog
      title={collection ? `Change ${collection.name}` : "Add a data collection"}
      width={720}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            {collection ? "Save collection" : "Add collection"}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {saving.error && <ErrorNotice title="The collection was not saved." error={saving.error} />}
        <TextField
          label="Name"
          autoFocus
          isRequired
          limit={80}
          placeholder="Orders"
          value={choices.name}
          onChange={(name) => set({ name })}
          error={findFieldError(saving.error, "data.name")}
        />
        <TextField
          label="Contents"
          hint="Tells the agent when to look here."
          limit={500}
          placeholder="Orders of the shop with their state and delivery date"
          value={choices.description}
          onChange={(description) => set({ description })}
        />
        <ColumnsField
          columns={columns}
          hasRows={(collection?.rows ?? 0) > 0}
          error={saving.error}
          onChange={(changed) => set({ columns: changed })}
        />
        <fieldset className={checkboxList}>
          <legend>The agent may</legend>
          {rights.map(({ right, label }) => (
            <label key={right}>
              <input
                type="checkbox"
                checked={agentMay[right]}
                onChange={({ currentTarget: { checked } }) =>
                  set({ agentMay: { ...agentMay, [right]: checked } })
                }
              />
              {label}
            </label>
          ))}
          {findFieldError(saving.error, "agentMay") && (
            <p role="alert">{findFieldError(saving.error, "agentMay")}</p>
          )}
        </fieldset>
        {(agentMay.add || agentMay.change) && (
          <Select
            label="Before a row is written"
            value={choices.confirmedBy}
            options={writeOptions}
            onChange={(chosen) => set({ confirmedBy: chosen as WriteRule })} // one of the options
          />
        )}
        {agentMay.add && (
          <LinesField
            label="Example questions for a new row"
            hint="Without a language model, the agent shows the form of a new row for them."
            addLabel="Add example"
            most={maxRowExamples}
            limit={300}
            value={choices.examples}
            onChange={(examples) => set({ examples })}
            error={findFieldError(saving.error, "examples")}
          />
        )}
        {collection && (
          <Select
            label="Whose rows a visitor sees"
            hint="With a column chosen, visitors must sign in on your site to see their rows."
            value={visitorColumn ? `${visitorColumn.columnId} ${visitorColumn.equals}` : ""}
            options={[
              { value: "", label: "All rows" },
              ...own.flatMap(({ id, name }) => [
                { value: `${id} userId`, label: `Rows where ${name} is their user ID` },
                { value: `${id} email`, label: `Rows where ${name} is their e-mail` },
              ]),
            ]}
            onChange={(value) => {
              const [columnId = "", equals] = value.split(" ");
              const rule = {
                columnId,
                equals: equals === "email" ? ("email" as const) : ("userId" as const),
              };
              set({ visitorColumn: value === "" ? null : rule });
            }}
            error={findFieldError(saving.error, "visitorColumn")}
          />
        )}
      </form>
    </Dialog>
  );
}

const rights = [
  { right: "read", label: "Read rows" },
  { right: "add", label: "Add rows" },
  { right: "change", label: "Change rows" },
] as const;

const writeOptions = Object.entries(writeRules).map(([value, label]) => ({ value, label }));

function blank(): CollectionChoices {
  const agentMay = { read: true, add: false, change: false };
  const columns = [newColumn()];
  return {
    ...{ name: "", description: "", agentMay, confirmedBy: "visitor", examples: [] },
    ...{ columns, visitorColumn: null },
  };
}

const form = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
