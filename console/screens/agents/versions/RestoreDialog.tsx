import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { VersionDetail } from "../../../../shared/contract/agents/versions.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { PublishConflict } from "../../../parts/publish/PublishConflict.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { loadAgent } from "../../../state/agents/agents.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { agentTabPath, type AgentPlace } from "../../../state/shell/paths.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { restoreVersion } from "../../../state/agents/versions.ts";
import { KnowledgeChoice } from "./KnowledgeChoice.tsx";

interface RestoreDialogProps {
  place: AgentPlace;
  agent: Snapshot<Agent>;
  version: Snapshot<VersionDetail>;
  onClose: () => void;
}

/** Says what a restore does to the draft and to the pages before it is done. */
export function RestoreDialog({ place, agent, version, onClose }: RestoreDialogProps): ReactNode {
  const [withKnowledge, setWithKnowledge] = useState(false);
  // The draft that was shown: one that somebody saved since is not replaced unseen.
  const [revision, setRevision] = useState(agent.revision);
  const number = version.version;
  const restoring = useAction(async () => {
    await restoreVersion({ ...place, version: number }, { revision, withKnowledge });
    showToast(`Version ${number} is the draft`);
    navigate(agentTabPath({ ...place, tab: "versions" }));
  });
  const isOvertaken = restoring.error?.code === "conflict";
  const lookAgain = () => {
    restoring.clear();
    loadAgent(place).then(
      (read) => setRevision(read.revision),
      () => undefined, // the next try fails for the same reason, and says so
    );
  };
  return (
    <Dialog
      title={`Restore version ${number}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={restoring.isBusy}
            disabled={isOvertaken}
            onClick={() => restoring.run()}
          >
            Restore
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>
          Replaces the draft with version {number}. The current draft is kept as a version. Visitors see the
          restored one when you publish it.
        </p>
        {isOvertaken ? (
          <PublishConflict onReload={lookAgain} />
        ) : (
          restoring.error && <ErrorNotice title="The version was not restored." error={restoring.error} />
        )}
        <KnowledgeChoice
          keepsKnowledge={version.keepsKnowledge}
          mayChange={mayDo("knowledge.update")}
          value={withKnowledge}
          onChange={setWithKnowledge}
        />
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 16px;
`;
