import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { builtinModel } from "../../../shared/domain/models.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { defaultModel, loadDefaultModel, saveDefaultModel } from "../../state/modelKeys.ts";
import { loadModels, models } from "../../state/models.ts";
import { mayDo } from "../../state/organization.ts";

/** The model that new agents begin with; `keys` is how many keys there are, because each brings models. */
export function DefaultModelCard({ orgId, keys }: { orgId: string; keys: number }): ReactNode {
  const resource = useSnapshot(models);
  const { data: chosen } = useSnapshot(defaultModel);
  const reload = () => void Promise.all([loadModels(orgId), loadDefaultModel(orgId)]);
  useEffect(reload, [orgId, keys]);
  const saving = useAction(async (value: string) => {
    await saveDefaultModel(orgId, value === builtinModel ? null : value);
    showToast("Saved");
  });
  const value = chosen?.chat ?? builtinModel;
  return (
    <Card
      title="New agents begin with"
      subtitle="Each agent's model can be changed in its configuration at any time."
    >
      <Loaded resource={resource} needs="models.read" onRetry={reload} skeleton={<Skeleton height="62px" />}>
        {(all) => {
          const usable = all.filter((model) => model.isAvailable || model.value === value);
          const options = usable.map((model) => ({ value: model.value, label: model.label }));
          return (
            <Select
              label="Model for answers"
              value={value}
              options={
                options.some((option) => option.value === value)
                  ? options
                  : [...options, { value, label: value }]
              }
              onChange={(next) => void saving.run(next)}
              isDisabled={!mayDo("modelKeys.update") || chosen === null}
            />
          );
        }}
      </Loaded>
      {saving.error && <ErrorNotice title="It was not saved." error={saving.error} />}
    </Card>
  );
}
