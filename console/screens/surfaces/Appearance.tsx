import { Suspense, useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { AgentPreview } from "../../parts/previews.ts";
import { useSurfaceForm } from "../../parts/useSurfaceForm.ts";
import { WithPreview } from "../../parts/WithPreview.tsx";
import { withoutBlanks } from "../../parts/withoutBlanks.ts";
import { AppearanceGroups } from "./AppearanceGroups.tsx";
import type { DeployTabProps } from "./deployTab.ts";
import { SavedForm } from "./SavedForm.tsx";

/** The settings don't wait for it: it shows a document of its own, which takes its time anyway. */

/** How the chat looks and what it says, with the real chat beside: saved as a draft, public with the next version. */
export default function Appearance(props: DeployTabProps): ReactNode {
  const { agent, place, surface, isReadOnly, onUnsaved } = props;
  const form = useSurfaceForm(surface, place);
  const [isAwayShown, setIsAwayShown] = useState(false);
  const shown = useDeferredValue(form.typed);
  const isUnsaved = form.changedCount > 0;
  const tell = useEffectEvent(onUnsaved);
  useEffect(() => {
    tell(isUnsaved);
    return () => tell(false);
  }, [isUnsaved]);

  return (
    <>
      {isReadOnly && <p className={note}>You can try the settings, but your role can’t save them.</p>}
      <SavedForm form={form}>
        <WithPreview
          preview={
            <Suspense fallback={<Skeleton height="480px" />}>
              <AgentPreview
                place={place}
                token={surface.token}
                agent={agent}
                settings={withoutBlanks(shown)}
                isFull
                isAwayShown={isAwayShown}
              />
            </Suspense>
          }
        >
          <AppearanceGroups
            form={form}
            place={place}
            configuration={agent.configuration}
            isReadOnly={isReadOnly}
            isAwayShown={isAwayShown}
            onAwayShown={setIsAwayShown}
          />
        </WithPreview>
      </SavedForm>
    </>
  );
}

const note = css`
  color: var(--ph-text-2);
`;
