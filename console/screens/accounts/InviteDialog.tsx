import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { invite } from "../../state/accounts/team.ts";
import { describeAddressProblem } from "./addressProblem.ts";
import { GroupField, useOpenGroups } from "./GroupField.tsx";
import { InvitedDialog } from "./InvitedDialog.tsx";
import { readAddresses } from "./readAddresses.ts";

interface InviteDialogProps {
  /** After invitations were made, so that their list is read again. */
  onInvited: () => void;
  onClose: () => void;
}

/** The most people that are invited at once. */
const mostAddresses = 50;

/** Invites people into one group, and tells what came of it. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps): ReactNode {
  const formId = useId();
  const groups = useOpenGroups();
  const [typed, setTyped] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [result, setResult] = useState<Awaited<ReturnType<typeof invite>> | null>(null);
  const addresses = readAddresses(typed);
  const { emails, wrong } = addresses;
  const { group } = groups;
  const sending = useAction(async () => {
    const answer = await invite({ emails, groupId: group?._id ?? "" });
    onInvited();
    const needsWords = answer.members.length > 0 || answer.invites.some(({ link }) => link !== null);
    if (needsWords) return setResult(answer);
    showToast(answer.invites.length === 1 ? "Invitation sent" : `${answer.invites.length} invitations sent`);
    onClose();
  });

  if (result) return <InvitedDialog {...result} onClose={onClose} />;
  const problem = describeAddressProblem(addresses, mostAddresses);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (!problem && group) void sending.run();
  };
  return (
    <Dialog
      title="Invite people"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={sending.isBusy}>
            {emails.length > 1 ? `Invite ${emails.length} people` : "Invite"}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {sending.error && <ErrorNotice title="Some people weren’t invited." error={sending.error} />}
        <TextArea
          label="E-mail addresses"
          hint="Separate with commas, or one per line."
          aside={emails.length > 0 && `${emails.length} of ${mostAddresses}`}
          rows={3}
          autoFocus
          isRequired
          value={typed}
          onChange={setTyped}
          error={hasTried || wrong.length > 5 ? problem : undefined}
        />
        <GroupField {...groups} />
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
`;
