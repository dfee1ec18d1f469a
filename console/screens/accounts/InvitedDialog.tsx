import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";

interface InvitedDialogProps {
  invites: readonly { email: string; link: string | null }[];
  /** Addresses of people who are members already. */
  members?: readonly string[];
  onClose: () => void;
}

/** What came of inviting: the links to hand over where no mail goes out, shown this once, and who is a member already. */
export function InvitedDialog({ invites, members = [], onClose }: InvitedDialogProps): ReactNode {
  const links = invites.flatMap(({ email, link }) => (link ? [{ email, link }] : []));
  const sent = invites.length - links.length;
  return (
    <Dialog
      title={links.length > 0 ? "Share the links" : "Invitations"}
      onClose={onClose}
      width={600}
      actions={
        <>
          {links.length > 1 && (
            <CopyButton
              label="Copy all"
              text={links.map(({ email, link }) => `${email} ${link}`).join("\n")}
            />
          )}
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={body}>
        {links.length > 0 && (
          <>
            <p>
              No mail server is set up here, so nothing was sent. Give each person their own link. Links are
              shown only <strong>once</strong> and expire in seven days. Each works only for its address.
            </p>
            <ul>
              {links.map(({ email, link }) => (
                <li key={email}>
                  <strong>{email}</strong>
                  <output aria-label={`Link for ${email}`}>{link}</output>
                  <CopyButton label="Copy link" text={link} />
                </li>
              ))}
            </ul>
          </>
        )}
        {sent > 0 && <p>{sent === 1 ? "1 invitation was sent." : `${sent} invitations were sent.`}</p>}
        {members.length > 0 && (
          <p>
            {members.length === 1
              ? "Already a member, so not invited: "
              : "Already members, so not invited: "}
            {new Intl.ListFormat("en").format(members)}.
          </p>
        )}
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 14px;
  overflow-wrap: anywhere;
  & > ul {
    display: grid;
    gap: 10px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 6px 12px;
    padding: 10px 8px 12px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
  }
  & strong {
    color: var(--ph-text);
    font-weight: 600;
  }
  & output {
    grid-row: 2;
    grid-column: 1 / -1;
    color: var(--ph-text);
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    user-select: all;
  }
`;
