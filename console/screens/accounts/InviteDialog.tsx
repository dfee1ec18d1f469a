import { useEffect, useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { roleNames } from "../../parts/roleNames.ts";
import { useAction } from "../../parts/useAction.ts";
import { invite, loadOpenGroups, openGroups } from "../../state/team.ts";
import { InvitedDialog } from "./InvitedDialog.tsx";
import { readAddresses } from "./readAddresses.ts";
import { roleHints } from "./roleHints.ts";

interface InviteDialogProps {
  /** After invitations were made, so that their list is read again. */
  onInvited: () => void;
  onClose: () => void;
}

/** So many people are invited at once, at most. */
const mostAddresses = 50;

/** Invites people into one group, and tells what came of it. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps): ReactNode {
  const formId = useId();
  const groups = useSnapshot(openGroups);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [result, setResult] = useState<Awaited<ReturnType<typeof invite>> | null>(null);
  const { emails, wrong } = readAddresses(typed);
  // The group with the least rights is the one that is offered first.
  const group = groups.data?.find(({ _id }) => _id === chosen) ?? groups.data?.at(-1);
  const sending = useAction(async () => {
    const answer = await invite({ emails, groupId: group?._id ?? "" });
    onInvited();
    const needsWords = answer.members.length > 0 || answer.invites.some(({ link }) => link !== null);
    if (needsWords) return setResult(answer);
    showToast(answer.invites.length === 1 ? "Invitation sent" : `${answer.invites.length} invitations sent`);
    onClose();
  });
  useEffect(() => void loadOpenGroups(), []);

  if (result) return <InvitedDialog {...result} onClose={onClose} />;
  const problem = describeProblem(emails, wrong);
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
        {sending.error && <ErrorNotice title="Not everybody was invited." error={sending.error} />}
        <TextArea
          label="E-mail addresses"
          hint="Several at once: with commas between them, or one a line."
          aside={emails.length > 0 && `${emails.length} of ${mostAddresses}`}
          rows={3}
          isRequired
          value={typed}
          onChange={setTyped}
          error={hasTried || wrong.length > 5 ? problem : undefined}
        />
        <Loaded
          resource={groups}
          needs="team.invite"
          onRetry={() => void loadOpenGroups()}
          skeleton={<Skeleton height="62px" />}
        >
          {(all) => (
            <Select
              label="Group"
              hint={group?.role ? roleHints[group.role] : undefined}
              value={group?._id ?? ""}
              options={all.map(({ _id, usergroup_name, role }) => ({
                value: _id,
                label: describeGroup(usergroup_name, role && roleNames[role]),
              }))}
              onChange={setChosen}
            />
          )}
        </Loaded>
      </form>
    </Dialog>
  );
}

function describeProblem(emails: string[], wrong: string[]): string | undefined {
  const shown = new Intl.ListFormat("en").format(wrong.slice(0, 3).map((one) => `“${one}”`));
  if (wrong.length === 1) return `${shown} is no e-mail address.`;
  if (wrong.length > 1) return `${shown} are no e-mail addresses.`;
  if (emails.length === 0) return "Field is required";
  if (emails.length > mostAddresses)
    return `That are ${emails.length} addresses. Invite at most ${mostAddresses} at once.`;
  return undefined;
}

/** The role is told where the group's name does not say it. */
function describeGroup(name: string, role: string | null): string {
  return !role || name === role ? name : `${name} (${role})`;
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
`;
