import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { groupModels } from "../../../shared/domain/modelKeys.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeNumber } from "../../parts/describeNumber.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { loadOffer, offerOf, type KeyPlace } from "../../state/models/modelKeys.ts";
import { drawn } from "../../state/platform/resource.ts";

export interface KeyModelsProps {
  place: KeyPlace;
  speechModels: readonly string[];
  /** Told that the provider was asked: what the key's row says of it may be another now. */
  onAsked: () => void;
}

/** What a key's provider offers now, by what it is used for. */
export function KeyModels({ place, speechModels, onAsked }: KeyModelsProps): ReactNode {
  const { orgId, keyId } = place;
  const resource = useSnapshot(offerOf(keyId));
  const ask = () => drawn(loadOffer({ orgId, keyId }).finally(onAsked));
  const begin = useEffectEvent(ask);
  useEffect(() => begin(), [orgId, keyId]);
  return (
    <div className={frame}>
      <Loaded
        resource={resource}
        needs="modelKeys.update"
        onRetry={ask}
        failedTitle="The models could not be read."
        skeleton={<Skeleton height="64px" />}
      >
        {(models) => {
          if (models.length + speechModels.length === 0)
            return <p>The provider offers no models for this key.</p>;
          const { chat, code, embedding } = groupModels(models);
          return (
            <dl className={groups}>
              <Group name="Chat" ids={chat.map(({ id }) => id)} />
              <Group name="Code" ids={code.map(({ id }) => id)} />
              <Group name="Embedding" ids={embedding.map(({ id }) => id)} />
              {speechModels.length > 0 && <Group name="Speech" ids={speechModels} />}
            </dl>
          );
        }}
      </Loaded>
    </div>
  );
}

function Group({ name, ids }: { name: string; ids: readonly string[] }): ReactNode {
  return (
    <div>
      <dt>
        {name} <span>{describeNumber(ids.length)}</span>
      </dt>
      <dd>
        {ids.length === 0 ? (
          "None"
        ) : (
          <ul aria-label={name}>
            {ids.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
`;
const groups = css`
  display: grid;
  gap: 12px;
  margin: 0;
  font-size: var(--ph-text-s);
  & dt {
    margin-bottom: 4px;
    font-weight: 550;
  }
  & dt > span {
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0;
    color: var(--ph-text-2);
  }
  & ul {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    padding: 1px 8px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    font-family: var(--ph-mono);
    font-size: var(--ph-text-xs);
    line-height: 1.6;
    overflow-wrap: anywhere;
    color: var(--ph-text);
  }
`;
