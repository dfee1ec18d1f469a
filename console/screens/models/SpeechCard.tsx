import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { findSpeechModel } from "../../../shared/domain/speechModels.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { defaultModels, loadDefaultModels, saveDefaultModels } from "../../state/models/modelKeys.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { loadSpeechModels, speechModels } from "../../state/models/speechModels.ts";
import type { ModelCardProps } from "./DefaultModelsCard.tsx";

/** The model that writes down what visitors say, of those that can be used. */
export function SpeechCard({ orgId, keys }: ModelCardProps): ReactNode {
  const resource = useSnapshot(speechModels);
  const { data: chosen } = useSnapshot(defaultModels);
  const reload = () => void Promise.all([loadSpeechModels(orgId), loadDefaultModels(orgId)]);
  useEffect(reload, [orgId, keys]);
  const saving = useAction(async (speech: string | null) => {
    await saveDefaultModels(orgId, { speech });
    showToast("Saved");
  });
  const speech = chosen?.speech ?? "";
  return (
    <Card
      title="Speech to text"
      subtitle="Lets visitors speak instead of typing. Recordings go to the model’s provider."
    >
      <Loaded resource={resource} needs="models.read" onRetry={reload} skeleton={<Skeleton height="62px" />}>
        {(models) => {
          const usable = models.filter(({ isAvailable }) => isAvailable);
          const isListed = speech === "" || usable.some(({ value }) => value === speech);
          if (usable.length === 0 && speech === "") return <p>{nobodyHears}</p>;
          return (
            <Select
              label="Model for speech"
              value={speech}
              options={[
                { value: "", label: "None (visitors type)" },
                ...usable.map(({ value, label }) => ({ value, label })),
                ...(isListed ? [] : [{ value: speech, label: findSpeechModel(speech)?.label ?? speech }]),
              ]}
              hint={speech ? "Turn it on in each agent’s Deploy tab." : undefined}
              onChange={(next) => void saving.run(next || null)}
              isDisabled={!mayDo("modelKeys.update") || chosen === null}
            />
          );
        }}
      </Loaded>
      {saving.error && <ErrorNotice title="Your change wasn’t saved." error={saving.error} />}
    </Card>
  );
}

const nobodyHears =
  "None of your keys has a speech model. Add a key for OpenAI, or for an OpenAI-compatible server with Whisper, such as Groq. Check older keys again first.";
