import type { ReactNode } from "react";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../../parts/fieldErrors.ts";
import type { FieldsProps } from "../kind.ts";
import type { FeedDraft } from "./feedDraft.ts";
import { NameField } from "../../NameField.tsx";

const readings = [
  { value: "content", label: "The text in the feed" },
  { value: "pages", label: "The linked pages" },
] as const;

/** A feed: where it is, and whether its items speak for themselves. */
export function FeedFields({ draft, error, isEdit, autoFocus, onChange }: FieldsProps<FeedDraft>): ReactNode {
  const set = (change: Partial<FeedDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <TextField
        label="Feed address"
        isRequired
        autoFocus={autoFocus}
        type="url"
        hint="RSS or Atom."
        placeholder="https://example.com/news/feed.xml"
        value={draft.url}
        onChange={(url) => set({ url })}
        error={findFieldError(error, "url")}
      />
      <Select
        label="What to read"
        value={draft.reads}
        options={readings}
        hint="Items without text use the linked page."
        onChange={(value) => set({ reads: readings.find((one) => one.value === value)?.value ?? "content" })}
      />
      <TextField
        label="Maximum items"
        type="number"
        hint="1 to 1,000. The newest are kept, even after they leave the feed."
        value={draft.maxItems}
        onChange={(maxItems) => set({ maxItems })}
        error={findFieldError(error, "maxItems")}
      />
      <NameField draft={draft} error={error} isEdit={isEdit} onChange={onChange} />
    </>
  );
}
