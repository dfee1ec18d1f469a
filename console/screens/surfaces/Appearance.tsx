import { Suspense, lazy, useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { ChangedMeanwhile } from "../../parts/ChangedMeanwhile.tsx";
import { Choices } from "../../parts/Choices.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { SaveBar } from "../../parts/SaveBar.tsx";
import { useSurfaceForm } from "../../parts/useSurfaceForm.ts";
import { withoutBlanks } from "../../parts/withoutBlanks.ts";
import { AppearanceGroups } from "./AppearanceGroups.tsx";
import type { DeployTabProps } from "./deployTabs.ts";

/** The settings don't wait for it: it shows a document of its own, which takes its time anyway. */
const AgentPreview = lazy(() => import("../../parts/AgentPreview.tsx"));

/** How the chat looks and what it says, with the real chat beside: saved as a draft, public with the next version. */
export default function Appearance(props: DeployTabProps): ReactNode {
  const { agent, place, surface, isReadOnly, onUnsaved } = props;
  const form = useSurfaceForm(surface, place);
  const [view, setView] = useState<"settings" | "preview">("settings");
  const shown = useDeferredValue(form.typed);
  const { error } = form.saving;
  const isUnsaved = form.changedCount > 0;
  const tell = useEffectEvent(onUnsaved);
  useEffect(() => {
    tell(isUnsaved);
    return () => tell(false);
  }, [isUnsaved]);

  return (
    <>
      {isReadOnly && (
        <p className={note}>You can look at the settings and try them; saving is not open to your role.</p>
      )}
      <ChangedMeanwhile form={form} area="look" />
      {error && error.code !== "conflict" && (
        <ErrorNotice title="Your changes were not saved." error={error} onRetry={form.save} />
      )}
      <div className={viewChoice}>
        <Choices
          label="Shown"
          value={view}
          onChange={setView}
          options={[
            { value: "settings", label: "Settings" },
            { value: "preview", label: "Preview" },
          ]}
        />
      </div>
      <div className={columns} data-view={view}>
        <AppearanceGroups
          form={form}
          place={place}
          configuration={agent.configuration}
          isReadOnly={isReadOnly}
        />
        <div className={beside}>
          <Suspense fallback={<Skeleton height="480px" />}>
            <AgentPreview
              place={place}
              token={surface.token}
              agent={agent}
              settings={withoutBlanks(shown)}
              isFull
            />
          </Suspense>
        </div>
      </div>
      <SaveBar
        changedCount={form.changedCount}
        isSaving={form.saving.isBusy}
        onSave={form.save}
        onDiscard={form.discard}
      />
    </>
  );
}

/**
 * Where both don't fit side by side, one is shown. The preview stays, out of sight, so that the conversation does; without
 * a place in the layout its frame would not even draw.
 */
const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr);
  align-items: start;
  gap: 24px;
  @media (max-width: 1180px) {
    grid-template-columns: minmax(0, 1fr);
    position: relative;
    &[data-view="settings"] > div:last-child {
      position: absolute;
      left: -300vw;
      width: 100%;
      visibility: hidden;
    }
    &[data-view="preview"] > fieldset {
      display: none;
    }
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
const viewChoice = css`
  display: none;
  @media (max-width: 1180px) {
    display: block;
  }
`;
const note = css`
  color: var(--ph-text-2);
`;
