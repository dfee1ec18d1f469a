import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { BackLink } from "../../parts/BackLink.tsx";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { follow } from "../../parts/follow.ts";
import { Page } from "../../parts/Page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { CaseList } from "./CaseList.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";
import { GapList } from "./GapList.tsx";
import { RunList } from "./RunList.tsx";
import { RunView } from "./RunView.tsx";

const views = [
  { view: null, label: "Test cases" },
  { view: "runs", label: "Runs" },
  { view: "gaps", label: "Knowledge gaps" },
];
/** What of the page is open besides. */
const closed = { run: null, result: null, with: null, sort: null, case: null, page: null };

/** Whether the agent says what it should: its test cases, the runs that asked them, and what it could not answer. */
export default function Tests(): ReactNode {
  return <AgentScreen>{(agent, place) => <AgentTests agent={agent} place={place} />}</AgentScreen>;
}

function AgentTests({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const query = useQuery();
  const view = query.read("view") || null;
  const runId = query.read("run");
  return (
    <Page
      title="Tests"
      subtitle="Check answers before visitors see them."
      above={<BackLink href={agentTabPath({ ...place, tab: "overview" })}>Overview</BackLink>}
    >
      <Tabs label="Parts of the tests">
        {views.map((one) => {
          const href = query.link({ ...closed, view: one.view });
          return (
            <Tab
              key={one.label}
              href={toAddress(href)}
              isCurrent={one.view === view}
              onClick={(event) => follow(event, href)}
            >
              {one.label}
            </Tab>
          );
        })}
      </Tabs>
      {view === null && <CaseList agent={agent} place={place} />}
      {view === "runs" && (runId ? <RunView place={place} runId={runId} /> : <RunList place={place} />)}
      {view === "gaps" && <GapList place={place} />}
    </Page>
  );
}
