import { useId, useState } from "react";
import type { ReactNode } from "react";
import { restorableDays } from "../../../shared/domain/deletion.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useSubmit } from "../../parts/useSubmit.ts";
import { useWrongField } from "../../parts/useWrongField.ts";
import { deleteAgent } from "../../state/agents/agentChanges.ts";
import { restoreDeleted } from "../../state/agents/deletedAgents.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { offerUndo } from "../../state/shell/undo.ts";

interface DeleteAgentDialogProps {
  name: string;
  place: AgentPlace;
  onClose: () => void;
}

/** What visitors miss at once, and what ends for good in some days, is asked for by the name of what goes. */
export function DeleteAgentDialog({ name, place, onClose }: DeleteAgentDialogProps): ReactNode {
  const formId = useId();
  const [typed, setTyped] = useState("");
  const isRight = typed.trim() === name.trim();
  const deleting = useAction(async () => {
    await deleteAgent(place);
    offerUndo({ text: `${name} is deleted`, undo: () => restoreDeleted(place.orgId, place.agentId) });
    navigate(paths.dashboard(place.orgId));
  });
  const { needed, handleSubmit } = useSubmit(isRight, deleting.run);
  return (
    <Dialog
      title={`Delete ${name}?`}
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" form={formId} isBusy={deleting.isBusy}>
            Delete agent
          </Button>
        </>
      }
    >
      <form ref={useWrongField()} id={formId} className={form} onSubmit={handleSubmit} noValidate>
        <p>
          It stops answering immediately, and its chat disappears from your sites. Owners and admins can
          restore it from the dashboard for {restorableDays} days. Then its data sources and conversations are
          deleted for good.
        </p>
        {deleting.error && <ErrorNotice title="The agent was not deleted." error={deleting.error} />}
        <TextField
          label={`Type “${name}” to confirm`}
          autoComplete="off"
          autoFocus
          isRequired
          value={typed}
          onChange={setTyped}
          error={needed(!isRight, "This is not the agent’s name.")}
        />
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 16px;
  color: var(--ph-text);
`;
