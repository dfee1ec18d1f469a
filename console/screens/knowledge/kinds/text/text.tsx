import { Type } from "lucide-react";
import { maxTextSourceCharacters } from "../../../../../shared/domain/limits.ts";
import { TextArea } from "../../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { describeCount, describeNumber } from "../../../../parts/describeNumber.ts";
import { findFieldError } from "../../../../parts/fieldErrors.ts";
import type { KindScreen } from "../kind.ts";

interface TextDraft {
  kind: "text";
  title: string;
  text: string;
}

export const text: KindScreen<"text", TextDraft> = {
  icon: Type,
  addLabel: "Add text",
  blank: () => ({ kind: "text", title: "", text: "" }),
  open: ({ title, text: typed }) => ({ kind: "text", title, text: typed }),
  read: (draft) => ({ name: draft.title.trim().slice(0, 120), config: { ...draft } }),
  Fields: ({ draft, error, autoFocus, onChange }) => (
    <>
      <TextField
        label="Title"
        isRequired
        autoFocus={autoFocus}
        limit={200}
        placeholder="Opening hours"
        value={draft.title}
        onChange={(title) => onChange({ ...draft, title })}
        error={findFieldError(error, "title") ?? findFieldError(error, "data.name")}
      />
      <TextArea
        label="Text"
        isRequired
        rows={8}
        limit={maxTextSourceCharacters}
        aside={`${describeNumber(draft.text.length)} / ${describeNumber(maxTextSourceCharacters)}`}
        hint="Supports Markdown. Answers can cite each section under a heading."
        value={draft.text}
        onChange={(typed) => onChange({ ...draft, text: typed })}
        error={findFieldError(error, "text")}
      />
    </>
  ),
  errorFields: ["title", "text", "data.name"],
  describe: ({ text: typed }) => describeCount(typed.length, "character"),
};
