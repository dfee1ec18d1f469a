import type { ReactNode } from "react";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Page } from "../../parts/Page.tsx";
import SkillList from "./skills/SkillList.tsx";

/** The tab Integrations: what the agent can do besides answering. */
export default function Actions(): ReactNode {
  return (
    <AgentScreen>
      {(agent, place) => (
        <Page title="Integrations" subtitle="Actions that the agent can take in a conversation.">
          <SkillList key={agent.id} place={place} />
        </Page>
      )}
    </AgentScreen>
  );
}
