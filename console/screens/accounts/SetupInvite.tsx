import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { useAction } from "../../parts/useAction.ts";
import { invite } from "../../state/accounts/team.ts";
import { describeAddressProblem } from "./addressProblem.ts";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";
import { GroupField, useOpenGroups } from "./GroupField.tsx";
import { InvitedDialog } from "./InvitedDialog.tsx";
import { readAddresses } from "./readAddresses.ts";

/** The most people that are invited while an organization is set up; more of them later, on the team's page. */
const mostAddresses = 5;

/** The last step of setting up: who else is to work here. What was typed stays when it could not be sent. */
export function SetupInvite({ name, onDone }: { name: string; onDone: () => void }): ReactNode {
  const groups = useOpenGroups();
  const [typed, setTyped] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [result, setResult] = useState<Awaited<ReturnType<typeof invite>> | null>(null);
  const addresses = readAddresses(typed);
  const problem = describeAddressProblem(addresses, mostAddresses);
  const sending = useAction(async () => {
    const answer = await invite({ emails: addresses.emails, groupId: groups.group?._id ?? "" });
    // Links that are shown only this once must be handed over before the page continues.
    if (answer.invites.some(({ link }) => link !== null) || answer.members.length > 0)
      return setResult(answer);
    showToast(answer.invites.length === 1 ? "Invitation sent" : `${answer.invites.length} invitations sent`);
    onDone();
  });
  const handleSubmit = () => {
    setHasTried(true);
    if (!problem && groups.group) void sending.run();
  };
  return (
    <EntryCard
      title={`Invite your colleagues to ${name}`}
      subtitle="Invite up to five people now. You can invite more under Settings."
    >
      <EntryForm onSubmit={handleSubmit} error={sending.error}>
        <TextArea
          label="E-mail addresses"
          hint="Separate with commas, or one per line."
          aside={addresses.emails.length > 0 && `${addresses.emails.length} of ${mostAddresses}`}
          rows={3}
          value={typed}
          onChange={setTyped}
          error={hasTried ? problem : undefined}
        />
        <GroupField {...groups} />
        <Button type="submit" kind="primary" isBusy={sending.isBusy}>
          {addresses.emails.length > 1 ? `Invite ${addresses.emails.length} people` : "Invite"}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Not now
        </Button>
      </EntryForm>
      {result && <InvitedDialog {...result} onClose={onDone} />}
    </EntryCard>
  );
}
