import { FlaskConical } from "lucide-react";
import { NameField } from "../../NameField.tsx";
import type { KindScreen } from "../kind.ts";

export const sample: KindScreen<"sample", { kind: "sample"; name: string }> = {
  icon: FlaskConical,
  addLabel: "Add the sample",
  blank: () => ({ kind: "sample", name: "" }),
  open: (_, name) => ({ kind: "sample", name }),
  read: ({ name }) => ({ name: name.trim(), config: { kind: "sample" } }),
  Fields: ({ draft, error, isEdit, autoFocus, onChange }) =>
    isEdit ? (
      <NameField draft={draft} error={error} isEdit autoFocus={autoFocus} onChange={onChange} />
    ) : (
      <p>
        Ten help pages of Harbor &amp; Pine, a fictional shop: shipping, returns, payment, gift cards. Ask
        “How long do I have to return something?” to see an answer with sources. You can delete it later.
      </p>
    ),
  errorFields: ["data.name"],
  hasNoFirstField: true,
  describe: () => "Help pages of a fictional shop",
};
