import { Suspense, useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { ChevronRight } from "lucide-react";
import type {
  Integration,
  IntegrationProvider,
} from "../../../../shared/contract/integrations/integrations.ts";
import { maxIntegrations } from "../../../../shared/domain/integrations.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { mayDo } from "../../../state/accounts/organization.ts";
import { connectionPath, integrations, loadIntegrations } from "../../../state/integrations/integrations.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { stateWords } from "./connectionWords.ts";
import { ServiceIcon } from "./ServiceIcon.tsx";
import { ConnectDialog } from "../overlays.ts";

/** The agent's connections with their state, and below them the services that can be connected. */
export function ConnectionGrid({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(integrations);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const read = useCallback(() => loadIntegrations({ orgId, agentId }), [orgId, agentId]);
  useEffect(() => void read(), [read]);
  return (
    <div className={frame}>
      <Loaded
        resource={resource}
        needs="integrations.read"
        failedTitle="The connections could not be read."
        onRetry={() => void read()}
        skeleton={<Skeleton height="320px" />}
      >
        {({ providers, connections }) => {
          const chosen = providers.find(({ id }) => id === chosenId);
          const isFull = connections.length >= maxIntegrations;
          return (
            <>
              {connections.length > 0 && (
                <section className={part}>
                  <h2 id="connections">Your connections</h2>
                  <ul className={framedList} aria-labelledby="connections">
                    {connections.map((connection) => (
                      <li key={connection.id}>
                        <ConnectionLine
                          connection={connection}
                          provider={providers.find(({ id }) => id === connection.provider)}
                          href={connectionPath(place, connection.id)}
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              )}
              {mayDo("integrations.update") && (
                <section className={part}>
                  <h2 id="services">Connect a service</h2>
                  {isFull && <p>An agent has at most {maxIntegrations} connections. Disconnect one first.</p>}
                  <ul className={grid} aria-labelledby="services">
                    {providers.map(({ id, name, icon, summary }) => (
                      <li key={id}>
                        <button type="button" disabled={isFull} onClick={() => setChosenId(id)}>
                          <ServiceIcon icon={icon} />
                          <span>
                            <strong>{name}</strong>
                            <small>{summary}</small>
                          </span>
                        </button>
                      </li>
                    ))}
                  </ul>
                </section>
              )}
              {chosen && (
                <Suspense>
                  <ConnectDialog
                    place={place}
                    provider={chosen}
                    taken={connections.map(({ name }) => name)}
                    onClose={() => setChosenId(null)}
                  />
                </Suspense>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface ConnectionLineProps {
  connection: Snapshot<Integration>;
  provider: Snapshot<IntegrationProvider> | undefined;
  href: string;
}

function ConnectionLine({ connection, provider, href }: ConnectionLineProps): ReactNode {
  const { name, state, account, reason } = connection;
  const { label, tone } = stateWords[state];
  return (
    <Link href={href} className={line}>
      <ServiceIcon icon={provider?.icon} />
      <span>
        <strong>{name}</strong>
        <small>{reason ?? account ?? provider?.summary}</small>
      </span>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 28px;
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
  & > p {
    color: var(--ph-text-2);
  }
`;
const line = css`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 12px 16px;
  color: var(--ph-text);
  text-decoration: none;
  &:hover {
    background: var(--ph-hover);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > span:nth-child(2) {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: 600;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 230px), 1fr));
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & button {
    display: flex;
    gap: 12px;
    width: 100%;
    height: 100%;
    padding: 14px 16px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    color: var(--ph-text);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & button:hover:enabled {
    border-color: var(--ph-line-strong);
    background: var(--ph-hover);
  }
  & button:disabled {
    color: var(--ph-text-3);
    cursor: default;
  }
  & button > span:last-child {
    display: grid;
    align-content: start;
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
