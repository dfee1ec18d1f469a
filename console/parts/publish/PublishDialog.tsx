import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { publishAgent } from "../../state/agents/agentChanges.ts";
import { loadAgent } from "../../state/agents/agents.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { comparison, loadComparison } from "../../state/agents/versions.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { Loaded } from "../Loaded.tsx";
import { useAction } from "../useAction.ts";
import { useAgent } from "../useAgent.ts";
import { ChangeList } from "./ChangeList.tsx";
import { ChangedPages } from "./ChangedPages.tsx";
import { ChangesSkeleton } from "./ChangesSkeleton.tsx";
import { PublishConflict } from "./PublishConflict.tsx";
import { ReplaySkeleton } from "./ReplaySkeleton.tsx";
import { ReplayPart } from "../evaluation/ReplayPart.tsx";

interface PublishDialogProps {
  place: AgentPlace;
  onClose: () => void;
}

/**
 * Shows what will become public before it does: what changed since the public version. What is published is what was
 * shown; a draft that somebody saved meanwhile is shown again first. What proves the draft stands above the changes,
 * which may be many, and which their author knows.
 */
export function PublishDialog({ place, onClose }: PublishDialogProps): ReactNode {
  const { orgId, agentId } = place;
  const { agent } = useAgent();
  const [from, setFrom] = useState(agent?.publishedVersion ?? 1);
  const shown = useSnapshot(comparison);
  const [note, setNote] = useState("");
  const [reads, setReads] = useState(0);
  useEffect(() => void loadComparison(orgId, { agentId, from, to: "draft" }), [orgId, agentId, from, reads]);
  const isOurs = shown.data?.agentId === agentId && shown.data.from === from && shown.data.to === "draft";
  const revision = isOurs ? shown.data?.revision : undefined;
  const publish = useAction(async (seen: number) => {
    const { publishedVersion } = await publishAgent(place, { note, revision: seen });
    showToast(`Version ${publishedVersion} is live`);
    onClose();
  });
  const isOvertaken = publish.error?.code === "conflict";
  const readAgain = () => {
    publish.clear();
    void loadAgent(place)
      .then(({ publishedVersion }) => setFrom(publishedVersion))
      .catch(() => undefined) // reading the changes fails for the same reason, and says so
      .finally(() => setReads((count) => count + 1));
  };
  return (
    <Dialog
      title="Publish these changes?"
      onClose={onClose}
      width={750}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={publish.isBusy}
            disabled={revision === undefined || isOvertaken}
            onClick={() => revision !== undefined && publish.run(revision)}
          >
            Publish
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>Publishing replaces version {from}.</p>
        {isOvertaken ? (
          <PublishConflict onReload={readAgain} />
        ) : (
          publish.error && <ErrorNotice title="The agent was not published." error={publish.error} />
        )}
        {mayDo("evaluation.read") &&
          !shown.error &&
          (revision === undefined ? <ReplaySkeleton /> : <ReplayPart place={place} revision={revision} />)}
        <Loaded
          resource={isOurs ? shown : { ...shown, data: null }}
          skeleton={<ChangesSkeleton />}
          needs="agents.read"
          onRetry={readAgain}
        >
          {({ changes, pages }) => (
            <>
              <section aria-label="Goes live now">
                <h3>Goes live now</h3>
                <ChangeList changes={changes} pages={null} />
              </section>
              {pages && pages.added + pages.changed + pages.removed > 0 && (
                <section aria-label="Already live">
                  <h3>Already live</h3>
                  <ChangedPages pages={pages} />
                </section>
              )}
            </>
          )}
        </Loaded>
        <TextArea
          label="Note for the history"
          hint="Optional. Shown in Versions."
          value={note}
          onChange={setNote}
          rows={2}
          limit={500}
        />
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 20px;
  & > p {
    color: var(--ph-text-2);
  }
  & > section {
    display: grid;
    gap: 10px;
    min-width: 0;
  }
  & > section > h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
`;
