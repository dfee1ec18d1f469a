import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import { writeValue } from "../../../../../shared/domain/customFields.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../../parts/fieldErrors.ts";
import { useAction } from "../../../../parts/useAction.ts";
import { changeThread } from "../../../../state/conversations/threads/conversation.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import { FieldControl } from "./FieldControl.tsx";
import { hasList, readTyped } from "./typedValue.ts";

interface ThreadFieldsProps {
  place: ThreadPlace;
  thread: ShownThread;
}

/** What a conversation carries of the organization's custom fields, to be changed in place. */
export function ThreadFields({ place, thread }: ThreadFieldsProps): ReactNode {
  const fields = useSnapshot(inboxFilters).data?.customFields ?? [];
  if (fields.length === 0) return null;
  return (
    <section className={frame} aria-label="Custom fields">
      {fields.map((field) => (
        <ThreadField key={field.key} place={place} thread={thread} field={field} />
      ))}
    </section>
  );
}

/** What is chosen is kept immediately, what is typed when it is left. */
function ThreadField({
  place,
  thread,
  field,
}: ThreadFieldsProps & { field: Snapshot<CustomField> }): ReactNode {
  const { key } = field;
  const kept = thread.customFields[key];
  const keptText = kept === undefined ? "" : writeValue(kept);
  // What is not kept yet, or was refused; a colleague's change shows where nothing is typed.
  const [draft, setDraft] = useState<string | null>(null);
  const saving = useAction((text: string) =>
    changeThread(place, { customFields: { [key]: readTyped(field, text) } }),
  );
  const save = async (text: string) => {
    if (text.trim() === keptText) return setDraft(null);
    if (await saving.run(text)) setDraft(null);
  };
  const error = findFieldError(saving.error, key);
  return (
    <>
      <FieldControl
        field={field}
        value={draft ?? keptText}
        emptyLabel="Not set"
        error={error}
        onChange={(text) => {
          setDraft(text);
          if (hasList(field)) void save(text);
        }}
        onEnd={() => {
          if (draft !== null) void save(draft);
        }}
      />
      {saving.error && !error && <ErrorNotice error={saving.error} />}
    </>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding-bottom: 18px;
`;
