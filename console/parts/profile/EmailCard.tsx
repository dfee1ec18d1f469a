import { useState } from "react";
import type { ReactNode } from "react";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../Card.tsx";
import { EmailCode } from "./EmailCode.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { buttons } from "./ProfileForm.tsx";
import type { OwnProfile } from "./ownProfile.ts";

/** The user's address: which it is, whether it was shown to be theirs, and how it becomes another. */
export function EmailCard({ own }: { own: OwnProfile }): ReactNode {
  const [wanted, setWanted] = useState<string | null>(null);
  const [hasClosed, setHasClosed] = useState(false);
  const [hasAsked, setHasAsked] = useState(false);
  const isVerified = own.emailVerifiedAt !== null;
  return (
    <Card title="E-mail" subtitle="For signing in and for our e-mails to you.">
      <p className={address}>
        <strong>{own.email}</strong>
        {isVerified && <Badge tone="success">Verified</Badge>}
        {!isVerified && own.canVerifyEmail && <Badge tone="warning">Not verified</Badge>}
      </p>
      {own.newEmail ? (
        <EmailCode newEmail={own.newEmail} isSame={own.newEmail.email === own.email} autoFocus={hasAsked} />
      ) : wanted !== null ? (
        <EmailForm
          key={wanted}
          own={own}
          isVerifying={wanted === own.email}
          onSent={() => setHasAsked(true)}
          onClose={() => {
            setWanted(null);
            setHasClosed(true);
          }}
        />
      ) : (
        <div className={buttons}>
          <Button autoFocus={hasClosed} onClick={() => setWanted("")}>
            Change e-mail
          </Button>
          {!isVerified && own.canVerifyEmail && (
            <Button kind="quiet" onClick={() => setWanted(own.email)}>
              Verify e-mail
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const address = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  overflow-wrap: anywhere;
  & > strong {
    font-weight: 550;
  }
`;
