import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { changeThread } from "../../../state/conversations/threads/conversation.ts";
import { inboxFilters } from "../../../state/conversations/inbox/inboxFilters.ts";
import { useHolders } from "./useHolders.ts";
import type { ThreadDialogProps } from "./threadDialogProps.ts";

/** Gives a conversation to a person and a team; who is online stands first. */
export function AssignDialog({ place, thread, onClose }: ThreadDialogProps): ReactNode {
  const { data } = useSnapshot(inboxFilters);
  const { user } = useSnapshot(authentication);
  const [before] = useState({ assigneeId: thread.assignee?.id ?? "", teamId: thread.team?.id ?? "" });
  const [assigneeId, setAssigneeId] = useState(before.assigneeId);
  const [teamId, setTeamId] = useState(before.teamId);
  const { was, decide } = useHolders(place, thread);
  const saving = useAction(async () => {
    const isOther = { person: assigneeId !== before.assigneeId, team: teamId !== before.teamId };
    if (isOther.person || isOther.team) {
      await decide(() =>
        changeThread(place, {
          ...(isOther.person && { assigneeId: assigneeId || null }),
          ...(isOther.team && { teamId: teamId || null }),
          was: {
            ...(isOther.person && { assigneeId: was.assigneeId }),
            ...(isOther.team && { teamId: was.teamId }),
          },
        }),
      );
      const isGiven = (isOther.person && assigneeId !== "") || (isOther.team && teamId !== "");
      const taken = isOther.person ? "Back in the queue" : "Not assigned to a team";
      showToast(isGiven ? "Assigned" : taken);
    }
    onClose();
  });
  const isOvertaken = saving.error?.code === "conflict";
  const people = data?.people.toSorted((one, other) => Number(other.isOnline) - Number(one.isOnline)) ?? [];
  const nobody = thread.handledBy === "ai" ? "No one: the agent answers" : "No one: back to the queue";
  return (
    <Dialog
      title="Assign"
      width={420}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={saving.isBusy} onClick={() => saving.run()}>
            {isOvertaken ? "Assign anyway" : "Assign"}
          </Button>
        </>
      }
    >
      <div className={fields}>
        <Select
          label="Person"
          autoFocus
          hint="The agent pauses while a person has the conversation."
          value={assigneeId}
          options={[
            { value: "", label: nobody },
            ...people.map(({ id, name, isOnline }) => ({
              value: id,
              label: `${name}${id === user?._id ? " (you)" : ""}${isOnline ? " · online" : ""}`,
            })),
          ]}
          onChange={setAssigneeId}
        />
        <Select
          label="Team"
          value={teamId}
          options={[
            { value: "", label: "No team" },
            ...(data?.teams.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
          onChange={setTeamId}
        />
        {saving.error && <ErrorNotice error={saving.error} />}
      </div>
    </Dialog>
  );
}

const fields = css`
  display: grid;
  gap: 14px;
`;
