import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Embeddings } from "../../../shared/contract/models/embeddings.ts";
import { findEmbeddingModel } from "../../../shared/domain/embeddingModels.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";
import { Card } from "../../parts/Card.tsx";
import { describeNumber } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { chooseEmbedding, embeddings, loadEmbeddings } from "../../state/models/embeddings.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { ModelCardProps } from "./DefaultModelsCard.tsx";
import { ProgressBar } from "../../parts/ProgressBar.tsx";

const lookEveryMs = 3000;

/** The model by which knowledge is found by what it means, and how far its vectors are. */
export function EmbeddingCard({ orgId, keys }: ModelCardProps): ReactNode {
  const resource = useSnapshot(embeddings);
  const reload = () => void loadEmbeddings(orgId);
  useEffect(reload, [orgId, keys]);
  const isMaking = resource.data?.progress.state === "making";
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(() => void loadEmbeddings(orgId), lookEveryMs);
    return () => clearInterval(timer);
  }, [orgId, isMaking]);
  const saving = useAction((value: string | null) => chooseEmbedding(orgId, value));
  const mayUpdate = mayDo("modelKeys.update");
  return (
    <Card
      title="Knowledge search"
      subtitle="An embedding model finds passages by meaning as well as by words. Its provider receives passages and questions."
    >
      <Loaded resource={resource} needs="models.read" onRetry={reload} skeleton={<Skeleton height="62px" />}>
        {({ models, progress }) => {
          const { model } = progress;
          const usable = models.filter(({ isAvailable, value }) => isAvailable || value === model);
          const listed = usable.map(({ value, label }) => ({ value, label }));
          const isListed = model === null || usable.some(({ value }) => value === model);
          return (
            <div className={frame}>
              <Select
                label="Embedding model"
                value={model ?? ""}
                options={[
                  { value: "", label: "Words only" },
                  ...listed,
                  ...(isListed ? [] : [{ value: model, label: findEmbeddingModel(model)?.label ?? model }]),
                ]}
                hint={usable.length === 0 ? "None of your keys has an embedding model." : undefined}
                onChange={(next) => void saving.run(next === "" ? null : next)}
                isDisabled={!mayUpdate}
              />
              <Progress progress={progress} onRetry={mayUpdate ? () => void saving.run(model) : undefined} />
            </div>
          );
        }}
      </Loaded>
      {saving.error && <ErrorNotice title="Your change wasn’t saved." error={saving.error} />}
    </Card>
  );
}

interface ProgressProps {
  progress: Snapshot<Embeddings>;
  onRetry: (() => void) | undefined;
}

function Progress({ progress, onRetry }: ProgressProps): ReactNode {
  const { state, done, total, failedSources, error } = progress;
  const count = `${describeNumber(done)} of ${plural(total, { one: "{count} passage", other: "{count} passages" })}`;
  if (state === "off") return null;
  if (state === "failed") {
    return (
      <div className={failed} role="alert">
        <p>
          {plural(failedSources, {
            one: "{count} source has no vectors for this model.",
            other: "{count} sources have no vectors for this model.",
          })}{" "}
          {error} Until then, search uses the old vectors or words only.
        </p>
        {onRetry && (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  if (state === "ready")
    return (
      <p role="status">
        {total === 0
          ? "No passages yet. Vectors are made as you add knowledge."
          : `Vectors ready for ${count}.`}
      </p>
    );
  return (
    <div role="status">
      <p>Making vectors: {count}. Until then, search uses the old vectors or words only.</p>
      <ProgressBar label="Vectors made" value={done} max={total} />
    </div>
  );
}

const failed = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px;
  padding: 10px 12px;
  border: 1px solid color-mix(in srgb, var(--ph-danger-text) 30%, transparent);
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  & > p {
    flex: 1 1 220px;
    color: var(--ph-text);
  }
`;
const frame = css`
  display: grid;
  gap: 12px;
  & > p,
  & > div > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & progress {
    margin-top: 8px;
  }
`;
