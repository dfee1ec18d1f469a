import type { ReactNode } from "react";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ColorField } from "../../../parts/ColorField.tsx";
import { SuggestionFields } from "../../../parts/SuggestionFields.tsx";
import { IconPicker } from "../IconPicker.tsx";
import { InstructionsField } from "../InstructionsField.tsx";
import type { StepProps } from "./stepProps.ts";

/** The second step: name, icon and description, what the model is told, and what the chat says first. */
export function IdentityStep({ agent, onChange, problems }: StepProps): ReactNode {
  const { configuration, look } = agent;
  const set = (part: Partial<typeof configuration>) =>
    onChange({ ...agent, configuration: { ...configuration, ...part } });
  const setLook = (part: Partial<typeof look>) => onChange({ ...agent, look: { ...look, ...part } });
  return (
    <>
      <Card>
        <TextField
          label="Name"
          hint="What visitors see, such as Harbor Help."
          isRequired
          autoFocus
          limit={80}
          value={configuration.name}
          onChange={(name) => set({ name })}
          error={problems["name"]}
        />
        <IconPicker value={configuration.icon} onChange={(icon) => set({ icon })} />
        <TextArea
          label="Description"
          hint="Its purpose in a sentence or two. The model reads it with every question."
          rows={3}
          limit={500}
          aside={`${configuration.description.length} / 500`}
          value={configuration.description}
          onChange={(description) => set({ description })}
          error={problems["description"]}
        />
      </Card>
      <Card title="Purpose" subtitle="Its audience and tasks, what to avoid, and when to ask back.">
        <InstructionsField
          rows={4}
          value={configuration.instructions}
          onChange={(instructions) => set({ instructions })}
          error={problems["instructions"]}
        />
      </Card>
      <Card title="First words" subtitle="The chat’s look and greeting.">
        <ColorField label="Color" value={look.primary} onChange={(primary) => setLook({ primary })} />
        <TextArea
          label="Greeting"
          hint="Empty: a greeting in the visitor’s language."
          rows={2}
          limit={1000}
          value={look.welcome}
          onChange={(welcome) => setLook({ welcome })}
          error={problems["welcome"]}
        />
        <SuggestionFields typed={look} onChange={setLook} errorOf={(name) => problems[name]} />
      </Card>
    </>
  );
}
