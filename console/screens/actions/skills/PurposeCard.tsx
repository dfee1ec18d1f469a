import type { ReactNode } from "react";
import { maxExamples } from "../../../../shared/domain/skills.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { LinesField } from "../../../parts/LinesField.tsx";
import { propertyRows } from "./propertyRows.ts";
import type { SectionProps } from "./sectionProps.ts";
import { deriveName, isDerived } from "./skillDrafts.ts";
import { useHelp } from "./useHelp.tsx";

/** What the skill is called and when the agent uses it. */
export function PurposeCard({ typed, onChange, error, isReadOnly }: SectionProps): ReactNode {
  const help = useHelp();
  const handleTitle = (title: string) =>
    onChange({ title, ...(isDerived(typed) && { name: deriveName(title) }) });
  return (
    <Card title="What it does">
      <div className={propertyRows}>
        <TextField
          label="Title"
          placeholder="Order status"
          isRequired
          limit={120}
          value={typed.title}
          onChange={handleTitle}
          error={findFieldError(error, "data.title")}
          isDisabled={isReadOnly}
        />
        <TextField
          label="Name"
          {...help("Name", "How language models and logs know the action. It follows the title.")}
          isRequired
          limit={64}
          value={typed.name}
          onChange={(name) => onChange({ name })}
          error={findFieldError(error, "data.name")}
          isDisabled={isReadOnly}
        />
        <TextArea
          label="When to use it"
          placeholder="The visitor asks where an order is or when it arrives."
          isRequired
          rows={2}
          limit={1000}
          value={typed.description}
          onChange={(description) => onChange({ description })}
          error={findFieldError(error, "data.description")}
          isDisabled={isReadOnly}
        />
      </div>
      <LinesField
        label="Example questions"
        hint="Questions that need it. Without a language model, the agent chooses by them."
        addLabel="Add example"
        most={maxExamples}
        limit={300}
        value={typed.examples}
        onChange={(examples) => onChange({ examples })}
        error={findFieldError(error, "examples")}
      />
    </Card>
  );
}
