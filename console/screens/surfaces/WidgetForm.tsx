import { useDeferredValue } from "react";
import type { ReactNode } from "react";
import type { Agent } from "../../../shared/contract/agents.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentPreview } from "../../parts/AgentPreview.tsx";
import { ChangedMeanwhile } from "../../parts/ChangedMeanwhile.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Page } from "../../parts/Page.tsx";
import { PublishButton, publishAndTell } from "../../parts/PublishButton.tsx";
import { PublishState } from "../../parts/PublishState.tsx";
import { SaveBar } from "../../parts/SaveBar.tsx";
import { useAction } from "../../parts/useAction.ts";
import { mayDo } from "../../state/organization.ts";
import type { AgentPlace } from "../../state/paths.ts";
import type { ShownSurface } from "../../state/surface.ts";
import { AppearanceFields } from "./AppearanceFields.tsx";
import { Domains } from "./Domains.tsx";
import { Install } from "./Install.tsx";
import { useSurfaceForm, withoutBlanks } from "./useSurfaceForm.ts";

interface WidgetFormProps {
  agent: Readonly<Agent>;
  place: AgentPlace;
  surface: ShownSurface;
}

/** The widget's page: what takes effect at once above, the look that is saved and published below, the preview beside. */
export function WidgetForm({ agent, place, surface }: WidgetFormProps): ReactNode {
  const form = useSurfaceForm(surface, place);
  const publish = useAction(() => publishAndTell(place));
  const isReadOnly = !mayDo("surfaces.update");
  const shown = useDeferredValue(form.typed);
  const { error } = form.saving;
  return (
    <Page
      title="Deploy"
      subtitle="Put the agent on your site."
      actions={
        <>
          <PublishState {...agent} />
          <PublishButton
            hasUnpublishedChanges={agent.hasUnpublishedChanges}
            action={publish}
            isHeldBack={form.changedCount > 0}
          />
        </>
      }
    >
      {publish.error && <ErrorNotice title="The agent was not published." error={publish.error} />}
      {error?.code === "conflict" ? (
        <ChangedMeanwhile onReload={form.reload} onOverwrite={form.overwrite} isBusy={form.saving.isBusy} />
      ) : (
        error && <ErrorNotice title="Your changes were not saved." error={error} onRetry={form.save} />
      )}
      <div className={columns}>
        <div>
          <Install agent={agent} place={place} surface={surface} isReadOnly={isReadOnly} />
          <Domains place={place} surface={surface} isReadOnly={isReadOnly} />
          <AppearanceFields typed={form.typed} onChange={form.change} error={error} isReadOnly={isReadOnly} />
        </div>
        <div className={beside}>
          <AgentPreview
            place={place}
            token={surface.token}
            agent={agent}
            settings={withoutBlanks(shown)}
            hasSizes
          />
        </div>
      </div>
      <SaveBar
        changedCount={form.changedCount}
        isSaving={form.saving.isBusy}
        onSave={form.save}
        onDiscard={form.discard}
      />
    </Page>
  );
}

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr);
  align-items: start;
  gap: 24px;
  & > div:first-child {
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  @media (max-width: 1180px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const beside = css`
  position: sticky;
  top: 24px;
  min-width: 0;
  @media (max-width: 1180px) {
    position: static;
  }
`;
