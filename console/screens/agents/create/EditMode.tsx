import { Suspense, useDeferredValue, useEffect, useEffectEvent, useId, useState } from "react";
import type { ReactNode } from "react";
import { Settings2 } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ChangeConflict } from "../../../parts/ChangeConflict.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Forbidden } from "../../../parts/Forbidden.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Page } from "../../../parts/Page.tsx";
import { PublishActions } from "../../../parts/PublishActions.tsx";
import { SaveBar } from "../../../parts/SaveBar.tsx";
import { useAgentChanges } from "../../../parts/useAgentChanges.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { agentTabPath, type AgentPlace } from "../../../state/shell/paths.ts";
import { loadSurface, surfaces, watchSurface, type ShownSurface } from "../../../state/surfaces/surface.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { flowColumns, flowMain } from "./flowStyle.ts";
import { IdentityStep } from "./IdentityStep.tsx";
import { useEditing } from "./useEditing.ts";
import { VoiceStep } from "./VoiceStep.tsx";
import { WithAgent } from "./WithAgent.tsx";
import { EditSources } from "./EditSources.tsx";
import { EditChanges } from "./EditChanges.tsx";
import { AgentPreview } from "../../../parts/previews.ts";

/** Edits an agent's inputs in the form that created it, and lists the changes before saving. */
export function EditMode({ place }: { place: AgentPlace }): ReactNode {
  if (!mayDo("agents.update")) return <Forbidden needs="agents.update" />;
  return (
    <WithAgent place={place} title="Edit an agent" mode="edit">
      {(agent) => <EditWithLook key={agent.id} agent={agent} place={place} />}
    </WithAgent>
  );
}

interface EditProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

/** Waits for the look of its chat, which is half of the form. */
function EditWithLook({ agent, place }: EditProps): ReactNode {
  const { orgId, agentId } = place;
  const shown = useSnapshot(surfaces);
  const [isUnsaved, setIsUnsaved] = useState(false);
  useAgentChanges(place);
  useEffect(() => {
    void loadSurface({ orgId, agentId });
    return watchSurface({ orgId, agentId });
  }, [orgId, agentId]);
  const isOurs = shown.data?.agentId === agentId;
  return (
    <Page
      title={`Edit ${agent.name}`}
      subtitle={`Saved as a draft: visitors see version ${agent.publishedVersion} until you publish.`}
      actions={
        <PublishActions agent={agent} place={place} isHeldBack={isUnsaved}>
          <Link href={agentTabPath({ ...place, tab: "settings" })} className={buttonClass("secondary")}>
            <Settings2 size={16} aria-hidden />
            All settings
          </Link>
        </PublishActions>
      }
    >
      <Loaded
        resource={isOurs ? shown : { ...shown, data: null }}
        skeleton={<Skeleton height="480px" />}
        needs="surfaces.read"
        onRetry={() => loadSurface(place)}
      >
        {({ surface }) => <EditForm agent={agent} place={place} surface={surface} onUnsaved={setIsUnsaved} />}
      </Loaded>
    </Page>
  );
}

interface EditFormProps extends EditProps {
  surface: ShownSurface;
  onUnsaved: (isUnsaved: boolean) => void;
}

function EditForm({ agent, place, surface, onUnsaved }: EditFormProps): ReactNode {
  const form = useEditing(agent, surface, place);
  const { configuration, look, typed, problems } = form;
  const shownLook = useDeferredValue(form.shownLook);
  const changesId = useId();
  const isUnsaved = form.changedCount > 0;
  const tell = useEffectEvent(onUnsaved);
  useEffect(() => tell(isUnsaved), [isUnsaved]);
  const step = { orgId: place.orgId, agent: typed, onChange: form.change, problems };
  const review = () => {
    const list = document.getElementById(changesId);
    list?.scrollIntoView({ block: "start" });
    list?.focus({ preventScroll: true });
  };
  return (
    <>
      <ChangeConflict form={configuration} area="configuration" />
      <ChangeConflict form={look} area="look" />
      {form.error && (
        <ErrorNotice title="Your changes were not saved." error={form.error} onRetry={form.save} />
      )}
      <div className={flowColumns}>
        <div className={flowMain}>
          <h2>Who is it?</h2>
          <IdentityStep {...step} />
          <h2>How does it answer?</h2>
          <VoiceStep {...step} />
          <h2>What does it know?</h2>
          <EditSources place={place} />
          <h2 id={changesId} tabIndex={-1}>
            What changes?
          </h2>
          <Card label="What changes?">
            <EditChanges form={form} />
          </Card>
        </div>
        <aside className={slim}>
          <Suspense fallback={<Skeleton height="640px" />}>
            <AgentPreview
              place={place}
              token={surface.token}
              agent={{
                ...{ name: typed.configuration.name.trim() || "Your agent", icon: typed.configuration.icon },
                ...{ publishedVersion: agent.publishedVersion, configuration: typed.configuration },
              }}
              settings={shownLook}
              isSlim
              isBehind={configuration.changedCount > 0}
            />
          </Suspense>
        </aside>
      </div>
      <SaveBar
        changedCount={form.changedCount}
        isSaving={form.isSaving}
        onSave={form.save}
        onDiscard={form.discard}
        onReview={review}
      />
    </>
  );
}

/** A phone is tall: no wider than it fits the window. */
const slim = css`
  width: min(320px, 100%);
  margin-inline: auto;
`;
