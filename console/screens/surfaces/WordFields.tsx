import type { ReactNode } from "react";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import type { FieldsProps } from "./fieldsProps.ts";

/** What the chat says first. */
export function WordFields({ typed, onChange, errorOf }: FieldsProps): ReactNode {
  return (
    <>
      <TextField
        label="Title"
        isRequired
        limit={80}
        value={typed.title}
        onChange={(title) => onChange({ title })}
        error={errorOf("title")}
      />
      <TextField
        label="Subtitle"
        limit={120}
        value={typed.subtitle}
        onChange={(subtitle) => onChange({ subtitle })}
        error={errorOf("subtitle")}
      />
      <TextArea
        label="Welcome"
        hint="Empty: a greeting in the visitor's language."
        rows={3}
        limit={1000}
        aside={`${typed.welcome.length} / 1000`}
        value={typed.welcome}
        onChange={(welcome) => onChange({ welcome })}
        error={errorOf("welcome")}
      />
      <TextField
        label="Placeholder of the input"
        hint="Empty: the chat's own, in the visitor's language."
        limit={120}
        value={typed.placeholder}
        onChange={(placeholder) => onChange({ placeholder })}
        error={errorOf("placeholder")}
      />
    </>
  );
}
