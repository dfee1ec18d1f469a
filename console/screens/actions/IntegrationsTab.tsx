import { Suspense } from "react";
import type { ReactNode } from "react";
import { Redirect, useParams } from "wouter";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { follow } from "../../parts/follow.ts";
import { Page } from "../../parts/Page.tsx";
import { agentTabPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { integrationParts } from "./integrationParts.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

/** What the agent works with besides its knowledge: each part is a row of `integrationParts`. */
export default function IntegrationsTab(): ReactNode {
  return <AgentScreen>{(agent, place) => <Parts key={agent.id} place={place} />}</AgentScreen>;
}

function Parts({ place }: { place: AgentPlace }): ReactNode {
  const { part = "", itemId } = useParams();
  const current = integrationParts.find((one) => one.part === part);
  const linkTo = (name: string) => agentTabPath({ ...place, tab: `integrations/${name}` });
  const [first] = integrationParts;
  if (!current) return <Redirect to={linkTo(first.part)} replace />;
  return (
    <Page title="Integrations" subtitle={current.subtitle}>
      <Tabs label="Parts of Integrations">
        {integrationParts.map((one) => {
          const href = linkTo(one.part);
          return (
            <Tab
              key={one.part}
              href={toAddress(href)}
              isCurrent={one === current}
              onClick={(event) => follow(event, href)}
            >
              {one.label}
            </Tab>
          );
        })}
      </Tabs>
      <Suspense fallback={null}>
        <current.Screen key={itemId} place={place} itemId={itemId} />
      </Suspense>
    </Page>
  );
}
