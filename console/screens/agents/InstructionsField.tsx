import type { ReactNode } from "react";
import { TextArea } from "../../../shared/ui/TextArea.tsx";

/** The most that the instructions hold, in characters. */
const instructionsLimit = 8000;

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
      maxLength={instructionsLimit}
      aside={`${value.length} / ${instructionsLimit}`}
      placeholder="You help customers of a bicycle shop. Answer in two or three sentences…"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
