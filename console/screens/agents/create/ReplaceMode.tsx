import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents.ts";
import type { ImportSummary } from "../../../../shared/contract/templates.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Page } from "../../../parts/Page.tsx";
import { useAction } from "../../../parts/useAction.ts";
import type { AgentPlace } from "../../../state/paths.ts";
import { loadSurface } from "../../../state/surface.ts";
import { readReplacement } from "../../../state/templates.ts";
import { ImportSource } from "./ImportSource.tsx";
import { ReplaceForm } from "./ReplaceForm.tsx";
import { WithAgent } from "./WithAgent.tsx";

/** An import in the place of an agent's draft: what would change, what stays, and the name to type before it does. */
export default function ReplaceMode({ place }: { place: AgentPlace }): ReactNode {
  return (
    <WithAgent place={place} title="Replace by an import" mode="replace-using-import">
      {(agent) => <ReplaceSteps key={agent.id} agent={agent} place={place} />}
    </WithAgent>
  );
}

function ReplaceSteps({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  const { orgId, agentId } = place;
  // What the chat looks like now is compared too.
  useEffect(() => void loadSurface({ orgId, agentId }), [orgId, agentId]);
  const reading = useAction(async (exportId: string) => setSummary(await readReplacement(place, exportId)));
  return (
    <Page
      title={`Replace ${agent.name} by an import`}
      subtitle="Its draft becomes what the file says. Visitors meet the published version until you publish."
      isNarrow
    >
      {reading.error && <ErrorNotice title="This can’t be imported." error={reading.error} />}
      {summary ? (
        <ReplaceForm agent={agent} place={place} summary={summary} onOther={() => setSummary(null)} />
      ) : (
        <ImportSource orgId={place.orgId} onRead={({ exportId }) => void reading.run(exportId)} />
      )}
    </Page>
  );
}
