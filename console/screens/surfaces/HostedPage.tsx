import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { deleteHostedWeb, hostedWeb, loadHostedWeb } from "../../state/surfaces/hostedWeb.ts";
import { DeleteSurfaceCard } from "./DeleteSurfaceCard.tsx";
import { DomainCard } from "./DomainCard.tsx";
import { HostedForm } from "./HostedForm.tsx";
import type { DeployTabProps } from "./deployTab.ts";

/** The agent's page of its own: its address, what links to it show, and whether it is there at all. */
export default function HostedPage(props: DeployTabProps): ReactNode {
  const { place, isReadOnly, surface } = props;
  const resource = useSnapshot(hostedWeb);
  const { orgId, agentId } = place;
  useEffect(() => void loadHostedWeb({ orgId, agentId }), [orgId, agentId]);
  // What is typed began from a page that is gone.
  const [deletions, setDeletions] = useState(0);
  const handleDelete = async () => {
    await deleteHostedWeb(place);
    setDeletions((count) => count + 1);
  };
  const own = resource.data?.agentId === agentId ? resource.data : null;
  return (
    <Loaded
      resource={{ ...resource, data: own }}
      skeleton={
        <div className={skeleton}>
          <Card title="Hosted page">
            <Skeleton height="40px" />
            <Skeleton height="40px" />
            <Skeleton height="96px" />
          </Card>
          <Skeleton height="280px" />
        </div>
      }
      needs="surfaces.read"
      onRetry={() => loadHostedWeb(place)}
    >
      {({ page }) => (
        <>
          <HostedForm
            key={deletions}
            place={place}
            page={page}
            primary={surface.settings.primary}
            isReadOnly={isReadOnly}
          />
          {page.revision > 0 && <DomainCard place={place} domain={page.domain} isReadOnly={isReadOnly} />}
          {page.revision > 0 && !isReadOnly && (
            <DeleteSurfaceCard
              name="hosted page"
              subtitle="Its address becomes free for others."
              onDelete={handleDelete}
            >
              Its address shows that there is no chat, and open chats there end. Conversations stay in the
              inbox. You can set the page up again, at the same address if it is still free.
            </DeleteSurfaceCard>
          )}
        </>
      )}
    </Loaded>
  );
}

const skeleton = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
  gap: 16px 24px;
`;
