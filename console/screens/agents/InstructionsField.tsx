import type { ReactNode } from "react";
import { maxInstructionsCharacters } from "../../../shared/domain/limits.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";

interface InstructionsFieldProps {
  value: string;
  onChange: (instructions: string) => void;
  error: string | undefined;
  rows: number;
}

/** What an agent's model is told before every answer. */
export function InstructionsField({ value, onChange, error, rows }: InstructionsFieldProps): ReactNode {
  return (
    <TextArea
      label="Instructions"
      rows={rows}
      aside={`${value.length} / ${maxInstructionsCharacters}`}
      placeholder="You help customers of a bicycle shop. Answer in two or three sentences…"
      value={value}
      onChange={onChange}
      limit={maxInstructionsCharacters}
      error={error}
    />
  );
}
