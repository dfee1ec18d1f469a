import { Braces } from "lucide-react";
import { NameField } from "../../NameField.tsx";
import type { KindScreen } from "../kind.ts";
import { DocumentList } from "../kindFields.ts";

export const documents: KindScreen<"documents", { kind: "documents"; name: string }> = {
  icon: Braces,
  addLabel: "Add documents",
  blank: () => ({ kind: "documents", name: "" }),
  open: (_, name) => ({ kind: "documents", name }),
  read: ({ name }) => ({ name: name.trim(), config: { kind: "documents" } }),
  Fields: ({ draft, error, isEdit, autoFocus, onChange }) => (
    <>
      {!isEdit && (
        <p>
          Your program pushes Markdown, HTML or plain text with an API key. Once added, the source shows an
          example call.
        </p>
      )}
      <NameField draft={draft} error={error} isEdit={isEdit} autoFocus={autoFocus} onChange={onChange} />
    </>
  ),
  errorFields: ["data.name"],
  describe: () => "Pushed by API",
  part: { label: "Documents", List: DocumentList },
};
