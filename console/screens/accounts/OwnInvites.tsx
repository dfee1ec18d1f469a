import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MailOpen } from "lucide-react";
import type { OwnInvite } from "../../../shared/contract/accounts/teams.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { acceptOwn, ownInvites } from "../../state/accounts/ownInvites.ts";
import { describeInvitation } from "./describeInvitation.ts";

/** The invitations that wait for the user; nothing where there are none, or they can't be read. */
export function OwnInvites({ onAccepted }: { onAccepted: () => void }): ReactNode {
  const { data } = useSnapshot(ownInvites);
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Invitations" className={frame}>
      <h2>{data.length === 1 ? "Your invitation" : "Your invitations"}</h2>
      <ul>
        {data.map((invite) => (
          <InviteCard key={invite._id} invite={invite} onAccepted={onAccepted} />
        ))}
      </ul>
    </section>
  );
}

function InviteCard({ invite, onAccepted }: { invite: OwnInvite; onAccepted: () => void }): ReactNode {
  const accepting = useAction(async () => {
    const { organizationName } = await acceptOwn(invite._id);
    showToast(`You have joined ${organizationName}`);
    onAccepted();
  });
  return (
    <li>
      <MailOpen size={18} aria-hidden />
      <span>
        <strong>{invite.organizationName}</strong>
        {describeInvitation(invite)}
      </span>
      <Button size="small" kind="primary" isBusy={accepting.isBusy} onClick={() => void accepting.run()}>
        Accept
      </Button>
      {accepting.error && <ErrorNotice error={accepting.error} />}
    </li>
  );
}

const frame = css`
  display: grid;
  gap: 8px;
  & > h2 {
    font-size: var(--ph-text-s);
    font-weight: 600;
    color: var(--ph-text-2);
  }
  & > ul {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 14px;
    border-radius: var(--ph-radius);
    background: var(--ph-accent-soft);
  }
  & li > svg {
    flex: none;
    color: var(--ph-accent-text);
  }
  & li > span {
    display: grid;
    flex: 1;
    min-width: 140px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & li > [role="alert"] {
    flex-basis: 100%;
  }
`;
