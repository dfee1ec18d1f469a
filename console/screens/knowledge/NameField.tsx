import type { ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";

interface NameFieldProps<Draft> {
  draft: Draft;
  error: RequestError | null;
  isEdit?: boolean | undefined;
  autoFocus?: boolean;
  onChange: (draft: Draft) => void;
}

/** The name for the team; where none is given a new source gets one by what it reads. */
export function NameField<Draft extends { name: string }>({
  draft,
  error,
  isEdit,
  autoFocus,
  onChange,
}: NameFieldProps<Draft>): ReactNode {
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
