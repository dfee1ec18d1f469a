import type { ReactNode } from "react";
import type { AgentConfiguration } from "../../../shared/contract/agents.ts";
import { personaLimit } from "../../../shared/domain/limits.ts";
import { findModel } from "../../../shared/domain/models.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { BehaviourFields } from "./behaviour/BehaviourFields.tsx";
import { FallbackPicker } from "./FallbackPicker.tsx";
import { IconPicker } from "./IconPicker.tsx";
import { listLanguages } from "./languages.ts";
import { ModelPicker } from "./ModelPicker.tsx";
import { PersonalityPicker } from "./PersonalityPicker.tsx";

interface ConfigurationFieldsProps {
  orgId: string;
  typed: AgentConfiguration;
  onChange: (part: Partial<AgentConfiguration>) => void;
  error: RequestError | null;
  isReadOnly: boolean;
}

/** The most that the instructions hold, in characters. */
const instructionsLimit = 8000;

/** The fields of the settings, by sections. */
export function ConfigurationFields(props: ConfigurationFieldsProps): ReactNode {
  const { orgId, typed, onChange, error, isReadOnly } = props;
  return (
    <fieldset className={fields} disabled={isReadOnly} aria-label="Configuration">
      <Card title="Identity" subtitle="What visitors see.">
        <TextField
          label="Name"
          isRequired
          maxLength={80}
          value={typed.name}
          onChange={(name) => onChange({ name })}
          error={findFieldError(error, "configuration.name")}
        />
        <IconPicker value={typed.icon} onChange={(icon) => onChange({ icon })} />
        <TextField
          label="Description"
          hint="What it is for, in a sentence or two. It is told to the model with every question."
          maxLength={500}
          value={typed.description}
          onChange={(description) => onChange({ description })}
          error={findFieldError(error, "description")}
        />
      </Card>
      <Card
        title="Purpose"
        subtitle="Whom it helps and with what, what it should never do, when to ask back."
      >
        <TextArea
          label="Instructions"
          rows={8}
          maxLength={instructionsLimit}
          aside={`${typed.instructions.length} / ${instructionsLimit}`}
          placeholder="You help customers of a bicycle shop. Answer in two or three sentences…"
          value={typed.instructions}
          onChange={(instructions) => onChange({ instructions })}
          error={findFieldError(error, "instructions")}
        />
        <Select
          label="Language of answers"
          value={typed.language}
          options={listLanguages(typed.language)}
          onChange={(language) => onChange({ language })}
        />
      </Card>
      <Card title="Tone" subtitle="How it sounds.">
        <PersonalityPicker
          value={typed.personality}
          onChange={(personality) => onChange({ personality })}
          textLimit={findModel(typed.model)?.limit ?? personaLimit}
          error={findFieldError(error, "personality.text")}
        />
      </Card>
      <Card title="Model" subtitle="What writes the answers.">
        <ModelPicker orgId={orgId} value={typed.model} onChange={(model) => onChange({ model })} />
        <FallbackPicker
          model={typed.model}
          value={typed.fallbackModel}
          onChange={(fallbackModel) => onChange({ fallbackModel })}
        />
      </Card>
      <BehaviourFields typed={typed} onChange={onChange} error={error} />
    </fieldset>
  );
}

const fields = css`
  display: grid;
  gap: 16px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;
