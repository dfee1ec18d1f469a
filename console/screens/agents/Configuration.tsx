import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents.ts";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { describeMoment } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Page } from "../../parts/Page.tsx";
import { SaveBar } from "../../parts/SaveBar.tsx";
import { mayDo } from "../../state/organization.ts";
import { ChangedMeanwhile } from "../../parts/ChangedMeanwhile.tsx";
import { DeleteAgentCard } from "./DeleteAgentCard.tsx";
import { ConfigurationFields } from "./ConfigurationFields.tsx";
import { HistoryLink } from "../../parts/HistoryLink.tsx";
import { AgentMenu } from "./AgentMenu.tsx";
import { PublishButton } from "../../parts/PublishButton.tsx";
import { PublishState } from "../../parts/PublishState.tsx";
import { useConfigurationForm } from "./useConfigurationForm.ts";

/** The agent's settings: typed here, saved as a draft, made public by Publish. */
export default function Configuration(): ReactNode {
  return (
    <AgentScreen>
      {(agent, place) => <ConfigurationForm key={agent.id} agent={agent} place={place} />}
    </AgentScreen>
  );
}

interface ConfigurationFormProps {
  agent: Snapshot<Agent>;
  place: { orgId: string; agentId: string };
}

function ConfigurationForm({ agent, place }: ConfigurationFormProps): ReactNode {
  const form = useConfigurationForm(agent, place);
  const isReadOnly = !mayDo("agents.update");
  const { error } = form.saving;
  return (
    <Page
      title="Configuration"
      subtitle={`Saved ${describeMoment(agent.updatedAt)} · visitors meet version ${agent.publishedVersion}`}
      isNarrow
      actions={
        <>
          <PublishState {...agent} />
          <HistoryLink place={place} />
          <PublishButton
            place={place}
            hasUnpublishedChanges={agent.hasUnpublishedChanges}
            isHeldBack={form.changedCount > 0}
          />
          <AgentMenu name={agent.name} place={place} />
        </>
      }
    >
      <ChangedMeanwhile form={form} area="configuration" />
      {error && error.code !== "conflict" && (
        <ErrorNotice title="Your changes were not saved." error={error} onRetry={form.save} />
      )}
      <ConfigurationFields
        orgId={place.orgId}
        typed={form.typed}
        onChange={form.change}
        error={error}
        isReadOnly={isReadOnly}
      />
      {mayDo("agents.remove") && <DeleteAgentCard agent={agent} place={place} />}
      <SaveBar
        changedCount={form.changedCount}
        isSaving={form.saving.isBusy}
        onSave={form.save}
        onDiscard={form.discard}
      />
    </Page>
  );
}
