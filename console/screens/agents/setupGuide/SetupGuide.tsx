import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { isReviewed, nextStep } from "../../../../shared/domain/setupGuide.ts";
import type { SetupGuideType } from "../../../../shared/domain/setupGuide.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { AgentScreen } from "../../../parts/AgentScreen.tsx";
import { AgentTest } from "../../../parts/AgentTest.tsx";
import { Page } from "../../../parts/Page.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSetupGuide } from "../../../state/agents/setupGuide.ts";
import { hasPassedTest, noteTestPassed } from "../../../state/agents/testQuestion.ts";
import { SetupGuideDone } from "./SetupGuideDone.tsx";
import { SetupGuideStep } from "./SetupGuideStep.tsx";
import { TestQuestion } from "./TestQuestion.tsx";
import { ProgressBar } from "../../../parts/ProgressBar.tsx";

/** The five steps from a new agent to one that visitors meet, with the chat beside them to try. */
export default function SetupGuide(): ReactNode {
  return <AgentScreen>{(agent, place) => <Guide key={agent.id} agent={agent} place={place} />}</AgentScreen>;
}

function Guide({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const { items, allStepsReviewed } = agent.setupGuide;
  const wasOpen = useRef(false);
  const [hasPassed, setHasPassed] = useState(() => hasPassedTest(agentId));
  const [openType, setOpenType] = useState<SetupGuideType | null>(null);
  useEffect(() => void loadSetupGuide({ orgId, agentId }), [orgId, agentId]);
  if (!allStepsReviewed) wasOpen.current = true;
  // Whoever finishes it here is told so, once; a guide that was finished before, or can't be read, has no page.
  const isDoneNow = allStepsReviewed && wasOpen.current && items.length > 0;
  const isLeft = allStepsReviewed && !isDoneNow;
  useEffect(() => {
    if (isLeft) navigate(agentTabPath({ orgId, agentId, tab: "overview" }), { replace: true });
  }, [isLeft, orgId, agentId]);
  const handlePass = () => {
    noteTestPassed(agentId);
    setHasPassed(true);
  };
  // A step that was looked at closes, and the last one takes the list with it.
  const kept = useKeptFocus<HTMLDivElement>();
  if (isLeft) return null;

  const next = nextStep(items)?.type;
  const reviewed = items.filter(isReviewed).length;
  return (
    <div {...kept}>
      {isDoneNow ? (
        <SetupGuideDone name={agent.name} place={place} items={items} />
      ) : (
        <Page title="Setup Guide" subtitle={`${reviewed} of ${items.length} steps looked at`}>
          <div className={grid}>
            <div className={column}>
              <ProgressBar label="Steps looked at" value={reviewed} max={items.length} />
              <ol className={list}>
                {items.map((item) => (
                  <li key={item.type}>
                    <SetupGuideStep
                      item={item}
                      place={place}
                      isOpen={item.type === (openType ?? next)}
                      onToggle={(isOpen) => setOpenType(isOpen ? item.type : null)}
                      needsTest={item.type === "surfaces" && !hasPassed}
                    />
                  </li>
                ))}
              </ol>
              <TestQuestion place={place} hasPassed={hasPassed} onPass={handlePass} />
            </div>
            <AgentTest agent={agent} place={place} />
          </div>
        </Page>
      )}
    </div>
  );
}

const grid = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 420px);
  align-items: start;
  gap: 20px;
  @media (max-width: 1100px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const column = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const list = css`
  display: grid;
  gap: 10px;
  margin: 0;
  padding: 0;
  list-style: none;
`;
