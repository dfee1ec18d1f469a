import type { ReactNode } from "react";
import { TextField } from "../../../../shared/ui/TextField.tsx";

interface SaveAsFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  isReadOnly: boolean;
  label?: string;
}

/** The variable in which a step keeps what it found. */
export function SaveAsField({
  value,
  onChange,
  error,
  isReadOnly,
  label = "Save as",
}: SaveAsFieldProps): ReactNode {
  return (
    <TextField
      label={label}
      value={value}
      // What no variable may be called is not typed at all.
      onChange={(text) => onChange(toVariableName(text))}
      error={error}
      maxLength={64}
      hint={value ? `Later steps use it as {{${value}}}.` : undefined}
      isDisabled={isReadOnly}
    />
  );
}

/** Gives the name of a variable that is closest to a text. */
export function toVariableName(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^(\d)/, "_$1")
    .slice(0, 64);
}
