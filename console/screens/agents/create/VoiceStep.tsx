import type { ReactNode } from "react";
import { builtinModel, findModel } from "../../../../shared/domain/models.ts";
import { personaLimit } from "../../../../shared/domain/limits.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { listLanguages } from "../languages.ts";
import { ModelPicker } from "../ModelPicker.tsx";
import { PersonalityPicker } from "../PersonalityPicker.tsx";
import type { StepProps } from "./stepProps.ts";

/** The third step: how it sounds, which model answers, and in which language. */
export function VoiceStep({ orgId, agent, onChange, problems }: StepProps): ReactNode {
  const { configuration } = agent;
  const set = (part: Partial<typeof configuration>) =>
    onChange({ ...agent, configuration: { ...configuration, ...part } });
  return (
    <>
      <Card>
        <PersonalityPicker
          value={configuration.personality}
          onChange={(personality) => set({ personality })}
          textLimit={findModel(configuration.model)?.limit ?? personaLimit}
          error={problems["persona"]}
        />
      </Card>
      <Card>
        <ModelPicker
          orgId={orgId}
          value={configuration.model}
          onChange={(model) => set({ model })}
          error={problems["model"]}
        />
        {configuration.model === builtinModel && (
          <p className={note}>
            The built-in model needs no key and costs nothing. It quotes your sources with links, and says
            when it finds nothing.
          </p>
        )}
        <Select
          label="Language"
          value={configuration.language}
          options={listLanguages(configuration.language)}
          onChange={(language) => set({ language })}
        />
      </Card>
    </>
  );
}

const note = css`
  margin-top: -8px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
