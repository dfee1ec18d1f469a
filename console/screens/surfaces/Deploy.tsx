import { Suspense, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { follow } from "../../parts/follow.ts";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Page } from "../../parts/Page.tsx";
import { PublishActions } from "../../parts/PublishActions.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { loadSurface, surfaces, watchSurface } from "../../state/surfaces/surface.ts";
import { deployTabs } from "./deployTabs.ts";
import { deployPath } from "./deployTab.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

/** Puts the agent on a site: how it looks, how it gets there, where it may show, and its page of its own. */
export default function Deploy(): ReactNode {
  return (
    <AgentScreen>{(agent, place) => <DeployAgent key={agent.id} agent={agent} place={place} />}</AgentScreen>
  );
}

interface DeployAgentProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

function DeployAgent({ agent, place }: DeployAgentProps): ReactNode {
  const resource = useSnapshot(surfaces);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const { part = "" } = useParams();
  const current = deployTabs.find((tab) => tab.part === part) ?? deployTabs[0];
  const { orgId, agentId } = place;
  useEffect(() => {
    void loadSurface({ orgId, agentId });
    return watchSurface({ orgId, agentId });
  }, [orgId, agentId]);

  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = tabs.current?.querySelector("[aria-current]");
    shown?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [part]);

  const own = resource.data?.agentId === agentId ? resource.data : null;
  return (
    <Page
      title="Deploy"
      subtitle="Put the agent on your site, and in the channels that people use."
      actions={own && <PublishActions agent={agent} place={place} isHeldBack={isUnsaved} />}
    >
      <div ref={tabs} className={tabRow}>
        <Tabs label="Parts of Deploy">
          {deployTabs.map((tab) => {
            const href = deployPath(place, tab.part);
            return (
              <Tab
                key={tab.part}
                href={toAddress(href)}
                isCurrent={tab === current}
                onClick={(event) => follow(event, href)}
              >
                {tab.label}
              </Tab>
            );
          })}
        </Tabs>
      </div>
      {own && current ? (
        // What was read stays, also where reading it again fails: the connection banner says that.
        <Suspense fallback={<DeploySkeleton />}>
          <current.Screen
            agent={agent}
            place={place}
            surface={own.surface}
            isReadOnly={!mayDo("surfaces.update")}
            onUnsaved={setIsUnsaved}
          />
        </Suspense>
      ) : (
        <Loaded
          resource={{ ...resource, data: null }}
          skeleton={<DeploySkeleton />}
          needs="surfaces.read"
          onRetry={() => loadSurface(place)}
        >
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

function DeploySkeleton(): ReactNode {
  return (
    <div className={columns}>
      <div>
        <Skeleton height="220px" />
        <Skeleton height="52px" />
        <Skeleton height="52px" />
      </div>
      <Skeleton height="360px" />
    </div>
  );
}

/** Where the tabs don't fit, the last one fades out instead of ending as if it were complete. */
const tabRow = css`
  min-width: 0;
  @media (max-width: 480px) {
    & > nav {
      padding-inline-end: 28px;
      scroll-padding-inline-end: 28px;
      mask-image: linear-gradient(to right, #000 calc(100% - 28px), transparent);
    }
    &:dir(rtl) > nav {
      mask-image: linear-gradient(to left, #000 calc(100% - 28px), transparent);
    }
  }
`;
const columns = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
  gap: 24px;
  & > div {
    display: grid;
    align-content: start;
    gap: 16px;
  }
`;
