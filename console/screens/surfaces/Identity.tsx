import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { identity, loadIdentity } from "../../state/surfaces/identity.ts";
import { DomainsCard } from "./DomainsCard.tsx";
import { IdentityModeCard } from "./IdentityModeCard.tsx";
import { SecretsCard } from "./SecretsCard.tsx";
import { SignCard } from "./SignCard.tsx";
import { TryTokenCard } from "./TryTokenCard.tsx";
import type { DeployTabProps } from "./deployTab.ts";

/** Which sites may show the agent, and how the visitors there are told apart. Changes take effect immediately. */
export default function Identity({ place, surface, isReadOnly }: DeployTabProps): ReactNode {
  const resource = useSnapshot(identity);
  const { orgId, agentId } = place;
  useEffect(() => void loadIdentity({ orgId, agentId }), [orgId, agentId]);
  const own = resource.data?.agentId === agentId ? resource.data : null;
  return (
    <div className={columns}>
      <div>
        <DomainsCard place={place} surface={surface} isReadOnly={isReadOnly} />
      </div>
      <div>
        <Loaded
          resource={{ ...resource, data: own }}
          skeleton={
            <Card title="Visitor identity">
              <Skeleton height="72px" />
              <Skeleton height="72px" />
            </Card>
          }
          needs="surfaces.read"
          onRetry={() => loadIdentity(place)}
        >
          {({ settings }) => (
            <div className={stack}>
              <IdentityModeCard place={place} settings={settings} isReadOnly={isReadOnly} />
              <SecretsCard place={place} settings={settings} isReadOnly={isReadOnly} />
            </div>
          )}
        </Loaded>
      </div>
      <SignCard />
      <TryTokenCard place={place} />
    </div>
  );
}

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr);
  align-items: start;
  gap: 16px 24px;
  & > div {
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  & > section {
    grid-column: 1 / -1;
  }
  @media (max-width: 1180px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const stack = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
