import type { ReactNode } from "react";
import { sourceAudiences, type SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { audienceWords } from "./audienceWords.ts";

interface AudienceFieldProps {
  value: SourceAudience;
  onChange: (audience: SourceAudience) => void;
}

/** Whom a source is for. */
export function AudienceField({ value, onChange }: AudienceFieldProps): ReactNode {
  return (
    <Select
      label="Audience"
      {...(value !== "everyone" && {
        hint: "Answers to anyone else never use it.",
      })}
      value={value}
      options={sourceAudiences.map((audience) => ({ value: audience, label: audienceWords[audience] }))}
      onChange={(chosen) => onChange(chosen as SourceAudience)} // one of the options
    />
  );
}
