import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Page } from "../../../parts/Page.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { readReplacement } from "../../../state/agents/templates.ts";
import { NamedImport } from "./NamedImport.tsx";
import { ReplaceForm } from "./ReplaceForm.tsx";
import { WithAgent } from "./WithAgent.tsx";

/** An import in the place of an agent's draft: what would change, what stays, and the name to type before it does. */
export function ReplaceMode({ place }: { place: AgentPlace }): ReactNode {
  return (
    <WithAgent place={place} title="Replace by an import" mode="replace-using-import">
      {(agent) => <ReplaceSteps key={agent.id} agent={agent} place={place} />}
    </WithAgent>
  );
}

function ReplaceSteps({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  return (
    <Page
      title={`Replace ${agent.name} by an import`}
      subtitle="The file replaces the draft. Visitors see the published version until you publish."
    >
      <NamedImport
        orgId={place.orgId}
        needs="agents.update"
        read={(exportId) => readReplacement(place, exportId)}
      >
        {(summary, onOther) => (
          <ReplaceForm agent={agent} place={place} summary={summary} onOther={onOther} />
        )}
      </NamedImport>
    </Page>
  );
}
