import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import type { SharedSource } from "../../../shared/contract/knowledge/sharedSources.ts";
import { sourceKinds } from "../../../shared/domain/sourceKinds.ts";
import { framedList } from "../../parts/framedList.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { paths, type AgentPlace } from "../../state/shell/paths.ts";
import {
  chooseShared,
  loadMoreSharedSources,
  loadSharedSources,
  sharedSources,
} from "../../state/knowledge/sharedSources.ts";
import { SourceIcon } from "./SourceIcon.tsx";
import { statusWords } from "./sourceWords.ts";

interface SharedSectionProps {
  place: AgentPlace;
  mayChange: boolean;
}

/** The organization's own sources, each with a switch for whether this agent answers from it. */
export function SharedSection({ place, mayChange }: SharedSectionProps): ReactNode {
  const { orgId, agentId } = place;
  const { data, error } = useSnapshot(sharedSources);
  const more = useAction(() => loadMoreSharedSources(place));
  useEffect(() => {
    void loadSharedSources({ orgId, agentId });
  }, [orgId, agentId]);
  const shown = data?.of === agentId ? data : null;
  if (!shown && (!error || error.code === "forbidden")) return null;
  return (
    <section className={section} aria-labelledby="shared-sources">
      <header>
        <h2 id="shared-sources">Shared</h2>
        <p>
          {shown && shown.items.length === 0
            ? "No shared sources yet. Add them in "
            : "Turn on the shared sources this agent uses. Manage them in "}
          <Link href={paths.sharedSources(orgId)}>Settings, Data sources</Link>.
        </p>
      </header>
      {error && !shown && <ErrorNotice error={error} onRetry={() => void loadSharedSources(place)} />}
      {shown && shown.items.length > 0 && (
        <ul className={cx(framedList, list)} aria-label="Shared data sources">
          {shown.items.map((source) => (
            <SharedRow key={source.id} source={source} place={place} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {shown && shown.items.length < shown.total && (
        <Button isBusy={more.isBusy} onClick={() => more.run()}>
          Show more
        </Button>
      )}
    </section>
  );
}

function SharedRow({
  source,
  place,
  mayChange,
}: SharedSectionProps & { source: Readonly<SharedSource> }): ReactNode {
  const { id, name, kind, status, counts, isUsed } = source;
  const choosing = useAction((isOn: boolean) => chooseShared(place, id, isOn));
  const { label, tone } = statusWords[status];
  return (
    <li>
      <SourceIcon kind={kind} />
      <div>
        <Link href={`${paths.sharedSources(place.orgId)}?source=${encodeURIComponent(id)}`}>{name}</Link>
        <p>
          {sourceKinds[kind].label} · {describeCount(counts.pages, "page")} ·{" "}
          {describeCount(counts.characters, "character")}
        </p>
        {choosing.error && <ErrorNotice error={choosing.error} />}
      </div>
      {status !== "ready" && (
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
      )}
      <Toggle
        label={`Answer from ${name}`}
        isOn={isUsed}
        isDisabled={!mayChange}
        onChange={(isOn) => void choosing.run(isOn)}
      />
    </li>
  );
}

const section = css`
  display: grid;
  gap: 12px;
  justify-items: start;
  margin-top: 8px;
  & h2 {
    font-size: var(--ph-text-l);
  }
  & > header > p {
    max-width: 72ch;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
const list = css`
  & > li {
    display: flex;
    align-items: center;
    gap: 16px;
    padding: 14px 20px;
  }
  & > li > div {
    flex: 1;
    min-width: 0;
  }
  & a {
    color: var(--ph-text);
    font-weight: 600;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  & a:hover {
    text-decoration: underline;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  @media (max-width: 600px) {
    & > li {
      gap: 12px;
      padding: 12px 14px;
    }
  }
`;
