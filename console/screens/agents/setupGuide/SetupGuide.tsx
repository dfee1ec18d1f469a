import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { isReviewed, nextStep } from "../../../../shared/domain/setupGuide.ts";
import type { SetupGuideType } from "../../../../shared/domain/setupGuide.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { AgentScreen } from "../../../parts/AgentScreen.tsx";
import { Page } from "../../../parts/Page.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSetupGuide } from "../../../state/agents/setupGuide.ts";
import { GuideChat } from "./GuideChat.tsx";
import { SetupGuideDone } from "./SetupGuideDone.tsx";
import { SetupGuideStep } from "./SetupGuideStep.tsx";
import { useReading } from "./useReading.ts";
import { ProgressBar } from "../../../parts/ProgressBar.tsx";

/** The way from a site to a chat on it: what is read and how far, the chat beside it, its look, and its installation. */
export default function SetupGuide(): ReactNode {
  return <AgentScreen>{(agent, place) => <Guide key={agent.id} agent={agent} place={place} />}</AgentScreen>;
}

function Guide({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const { items, allStepsReviewed } = agent.setupGuide;
  const wasOpen = useRef(false);
  const [openType, setOpenType] = useState<SetupGuideType | null>(null);
  const reading = useReading(place);
  useEffect(() => void loadSetupGuide({ orgId, agentId }), [orgId, agentId]);
  if (!allStepsReviewed) wasOpen.current = true;
  // Finishing it here shows a message, once; a guide that was finished before, or can't be read, has no page.
  const isDoneNow = allStepsReviewed && wasOpen.current && items.length > 0;
  const isLeft = allStepsReviewed && !isDoneNow;
  useEffect(() => {
    if (isLeft) navigate(agentTabPath({ orgId, agentId, tab: "overview" }), { replace: true });
  }, [isLeft, orgId, agentId]);
  // A reviewed step closes, and the last one takes the list with it.
  const kept = useKeptFocus<HTMLDivElement>();
  if (isLeft) return null;

  const next = nextStep(items)?.type;
  const reviewed = items.filter(isReviewed).length;
  return (
    <div {...kept}>
      {isDoneNow ? (
        <SetupGuideDone name={agent.name} place={place} items={items} />
      ) : (
        <Page title="Setup Guide" subtitle={`${reviewed} of ${items.length} steps done`}>
          <div className={grid}>
            <div className={column}>
              <ProgressBar label="Steps done" value={reviewed} max={items.length} />
              <ol className={list}>
                {items.map((item) => (
                  <li key={item.type}>
                    <SetupGuideStep
                      item={item}
                      place={place}
                      isOpen={item.type === (openType ?? next)}
                      onToggle={(isOpen) => setOpenType(isOpen ? item.type : null)}
                      reading={reading}
                    />
                  </li>
                ))}
              </ol>
            </div>
            <GuideChat agent={agent} place={place} reading={reading} />
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
