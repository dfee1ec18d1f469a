import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { ModelDefaults, ModelKey } from "../../../shared/contract/models/modelKeys.ts";
import type { Model } from "../../../shared/contract/models/models.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import { Select, type SelectOption } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { defaultModels, loadDefaultModels, saveDefaultModels } from "../../state/models/modelKeys.ts";
import { loadModels, models } from "../../state/models/models.ts";
import { mayDo } from "../../state/accounts/organization.ts";

export interface ModelCardProps {
  orgId: string;
  /** The models are read again whenever these are: each key brings some. */
  keys: readonly Snapshot<ModelKey>[];
}

/** The models that new agents and drafts begin with. */
export function DefaultModelsCard({ orgId, keys }: ModelCardProps): ReactNode {
  const resource = useSnapshot(models);
  const { data: chosen } = useSnapshot(defaultModels);
  const reload = () => void Promise.all([loadModels(orgId), loadDefaultModels(orgId)]);
  useEffect(reload, [orgId, keys]);
  const saving = useAction(async (part: Partial<ModelDefaults>) => {
    await saveDefaultModels(orgId, part);
    showToast("Saved");
  });
  const isDisabled = !mayDo("modelKeys.update") || chosen === null;
  const chat = chosen?.chat ?? builtinModel;
  const code = chosen?.code ?? "";
  return (
    <Card title="Default models" subtitle="For new agents and AI generate. You can choose others there.">
      <Loaded resource={resource} needs="models.read" onRetry={reload} skeleton={<Skeleton height="148px" />}>
        {(all) => (
          <>
            <Select
              label="Model for answers"
              value={chat}
              options={listOptions(all, chat)}
              onChange={(next) => void saving.run({ chat: next === builtinModel ? null : next })}
              isDisabled={isDisabled}
            />
            <Select
              label="Model for drafts"
              hint="Models that are good at code write the best drafts."
              value={code}
              options={[{ value: "", label: "Same as for answers" }, ...listOptions(all, code)]}
              onChange={(next) => void saving.run({ code: next || null })}
              isDisabled={isDisabled}
            />
          </>
        )}
      </Loaded>
      {saving.error && <ErrorNotice title="Your change wasn’t saved." error={saving.error} />}
    </Card>
  );
}

/** The models that can be used, and the chosen one in any case. */
function listOptions(all: readonly Readonly<Model>[], chosen: string): SelectOption[] {
  const options = all
    .filter(({ isAvailable, value }) => isAvailable || value === chosen)
    .map(({ value, label }) => ({ value, label }));
  const isListed = chosen === "" || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: findModel(chosen)?.label ?? chosen }];
}
