import { useCallback, useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { Plus } from "lucide-react";
import type { IntegrationProvider } from "../../../../shared/contract/integrations/integrations.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { BackLink } from "../../../parts/BackLink.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import {
  connectionPath,
  loadIntegration,
  openIntegration,
} from "../../../state/integrations/integrations.ts";
import type { IntegrationPlace } from "../../../state/integrations/integrations.ts";
import { skillPath } from "../../../state/skills/skillPaths.ts";
import { riskWords } from "../skills/skillWords.ts";
import { ConnectionHead } from "./ConnectionHead.tsx";
import { describeReturn } from "./connectionWords.ts";
import { EventsCard } from "./EventsCard.tsx";

/** One connection: how it is, what can be done with it, and what its service told. */
export function ConnectionView({ place }: { place: IntegrationPlace }): ReactNode {
  const { orgId, agentId, integrationId } = place;
  const resource = useSnapshot(openIntegration);
  const read = useCallback(
    () => loadIntegration({ orgId, agentId, integrationId }),
    [orgId, agentId, integrationId],
  );
  useEffect(() => void read(), [read]);
  useReturn();
  return (
    <div className={frame}>
      <BackLink href={connectionPath(place)}>All connections</BackLink>
      <Loaded
        resource={resource}
        needs="integrations.read"
        failedTitle="The connection could not be read."
        onRetry={() => void read()}
        skeleton={<Skeleton height="320px" />}
      >
        {({ connection, provider, events }) => (
          <>
            <ConnectionHead place={place} connection={connection} provider={provider} />
            <Operations place={place} provider={provider} />
            {provider.events && (
              <EventsCard
                // Once saved, the field for the secret closes.
                key={connection.updatedAt}
                place={place}
                connection={connection}
                about={provider.events}
                events={events.items}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Tells somebody who comes back from a service how it went. */
function useReturn(): void {
  const query = useQuery();
  const [connected, error] = [query.read("connected"), query.read("connectError")];
  const tell = useEffectEvent(() => {
    if (error) showToast(describeReturn(error), "danger");
    else showToast("Connected");
    query.set({ connected: null, connectError: null }, { replace: true });
  });
  useEffect(() => {
    if (connected || error) tell();
  }, [connected, error]);
}

interface OperationsProps {
  place: IntegrationPlace;
  provider: Snapshot<IntegrationProvider>;
}

function Operations({ place, provider }: OperationsProps): ReactNode {
  const from = (id: string) => `?from=connection&connection=${place.integrationId}&operation=${id}`;
  return (
    <section className={part}>
      <h2 id="operations">Actions you can add</h2>
      <ul className={framedList} aria-labelledby="operations">
        {provider.operations.map(({ id, title, description, risk }) => (
          <li key={id} className={row}>
            <span>
              <strong>{title}</strong>
              <small>{description}</small>
            </span>
            <Badge tone={riskWords[risk].tone}>{riskWords[risk].label}</Badge>
            {mayDo("skills.update") && (
              <Link
                href={skillPath(place, "new") + from(encodeURIComponent(id))}
                className={buttonClass("secondary", "small")}
                aria-label={`Add action ${title}`}
              >
                <Plus size={15} aria-hidden />
                Add action
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const frame = css`
  display: grid;
  gap: 20px;
  min-width: 0;
`;
const part = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & > h2 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
`;
const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 12px 16px;
  & > span:first-child {
    display: grid;
    flex: 1 1 240px;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 600;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
