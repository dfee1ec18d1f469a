import { Suspense } from "react";
import type { ReactNode } from "react";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { personaLimit } from "../../../shared/domain/limits.ts";
import { findModel } from "../../../shared/domain/models.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { GenerateButton } from "../../parts/generate/GenerateButton.tsx";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { agentOffers } from "./agentOffers.ts";
import type { BehaviorCardId } from "./behavior/BehaviorCard.tsx";
import { configurationSections, type ConfigurationSectionId } from "../../parts/configurationSections.ts";
import { FallbackPicker } from "./FallbackPicker.tsx";
import { IconPicker } from "./IconPicker.tsx";
import { InstructionsField } from "./InstructionsField.tsx";
import { listLanguages } from "./languages.ts";
import { ModelPicker } from "./ModelPicker.tsx";
import { PersonalityPicker } from "./PersonalityPicker.tsx";
import { BehaviorCard } from "./behavior/behavior.ts";

interface ConfigurationFieldsProps {
  place: AgentPlace;
  typed: AgentConfiguration;
  onChange: (part: Partial<AgentConfiguration>) => void;
  error: RequestError | null;
  isReadOnly: boolean;
  shown: ReadonlySet<ConfigurationSectionId>;
}

/** The fields of the settings, by sections; those that are not shown keep what is typed in them. */
export function ConfigurationFields(props: ConfigurationFieldsProps): ReactNode {
  const { place, typed, onChange, error, isReadOnly, shown } = props;
  const bodies: Record<Exclude<ConfigurationSectionId, BehaviorCardId>, ReactNode> = {
    identity: (
      <Card
        title="Identity"
        subtitle="What visitors see."
        aside={
          !isReadOnly && (
            <GenerateButton
              {...{ place, description: typed.description }}
              useCases={["agent"]}
              listOffers={agentOffers(typed, onChange)}
            />
          )
        }
      >
        <TextField
          label="Name"
          isRequired
          limit={80}
          value={typed.name}
          onChange={(name) => onChange({ name })}
          error={findFieldError(error, "configuration.name")}
        />
        <IconPicker value={typed.icon} onChange={(icon) => onChange({ icon })} />
        <TextField
          label="Description"
          hint="Its purpose in a sentence or two. The model reads it with every question."
          limit={500}
          value={typed.description}
          onChange={(description) => onChange({ description })}
          error={findFieldError(error, "description")}
        />
      </Card>
    ),
    purpose: (
      <Card title="Purpose" subtitle="Its audience and tasks, what to avoid, and when to ask back.">
        <InstructionsField
          rows={8}
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
    ),
    tone: (
      <Card title="Tone" subtitle="How it sounds.">
        <PersonalityPicker
          value={typed.personality}
          onChange={(personality) => onChange({ personality })}
          textLimit={findModel(typed.model)?.limit ?? personaLimit}
          error={findFieldError(error, "personality.text")}
        />
      </Card>
    ),
    model: (
      <Card title="Model" subtitle="What writes the answers.">
        <ModelPicker
          orgId={place.orgId}
          value={typed.model}
          onChange={(model) => onChange({ model })}
          standIn={typed.fallbackModel}
          error={findFieldError(error, "configuration.model")}
        />
        <FallbackPicker
          model={typed.model}
          value={typed.fallbackModel}
          personality={typed.personality}
          onChange={(fallbackModel) => onChange({ fallbackModel })}
          error={findFieldError(error, "configuration.fallbackModel")}
        />
      </Card>
    ),
  };
  const isBehavior = (id: ConfigurationSectionId): id is BehaviorCardId => !(id in bodies);
  return (
    <fieldset className={fields} disabled={isReadOnly} aria-label="Configuration">
      {configurationSections
        .filter(({ id }) => shown.has(id))
        .map(({ id }) => (
          <div key={id} id={id}>
            {isBehavior(id) ? (
              <Suspense fallback={<Skeleton height="180px" />}>
                <BehaviorCard {...{ id, typed, onChange, error }} />
              </Suspense>
            ) : (
              bodies[id]
            )}
          </div>
        ))}
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
  & > div {
    min-width: 0;
    scroll-margin-top: 24px;
  }
`;
