import type { ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import type { Draft } from "./draft.ts";

interface NameFieldProps {
  draft: Exclude<Draft, { kind: "text" }>;
  error: RequestError | null;
  isEdit?: boolean;
  autoFocus?: boolean;
  onChange: (draft: Draft) => void;
}

/** The name for the team; where none is given a new source gets one by what it reads. */
export function NameField({ draft, error, isEdit, autoFocus, onChange }: NameFieldProps): ReactNode {
  return (
    <TextField
      label={isEdit ? "Name" : "Name (optional)"}
      isRequired={isEdit}
      autoFocus={autoFocus}
      limit={120}
      value={draft.name}
      onChange={(name) => onChange({ ...draft, name })}
      error={findFieldError(error, "data.name")}
    />
  );
}
