import { lazy, Suspense } from "react";
import type { MouseEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import type { Agent } from "../../../shared/contract/agents.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Page } from "../../parts/Page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { navigate } from "../../state/navigation.ts";
import { agentTabPath } from "../../state/paths.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { CaseList } from "./CaseList.tsx";

const GapList = lazy(() => import("./GapList.tsx"));
const RunList = lazy(() => import("./RunList.tsx"));
const RunView = lazy(() => import("./RunView.tsx"));

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
      subtitle="Questions with what is right, asked before visitors ask them."
      above={
        <Link href={agentTabPath({ ...place, tab: "overview" })} className={back}>
          <ArrowLeft size={15} aria-hidden />
          Overview
        </Link>
      }
    >
      <Tabs label="Parts of the tests">
        {views.map((one) => {
          const href = query.link({ ...closed, view: one.view });
          return (
            <Tab
              key={one.label}
              href={href}
              isCurrent={one.view === view}
              onClick={(event) => follow(event, href)}
            >
              {one.label}
            </Tab>
          );
        })}
      </Tabs>
      <Suspense fallback={null}>
        {view === null && <CaseList agent={agent} place={place} />}
        {view === "runs" && (runId ? <RunView place={place} runId={runId} /> : <RunList place={place} />)}
        {view === "gaps" && <GapList place={place} />}
      </Suspense>
    </Page>
  );
}

/** A plain click stays in the console; with Cmd or Ctrl it is the browser's. */
function follow(event: MouseEvent, href: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  navigate(href);
}

const back = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  width: fit-content;
  min-height: 24px;
  font-size: var(--ph-text-s);
  font-weight: 500;
  color: var(--ph-text-2);
  text-decoration: none;
  &:hover {
    color: var(--ph-text);
  }
`;
