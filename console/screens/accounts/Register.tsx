import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { MailQuestion } from "lucide-react";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useHeld } from "../../parts/useHeld.ts";
import { invitation, loadInvitation, readInviteToken } from "../../state/accounts/invitation.ts";
import { paths } from "../../state/shell/paths.ts";
import { configuration } from "../../state/platform/configuration.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { OpenRegistration } from "./OpenRegistration.tsx";
import { RegisterForm } from "./RegisterForm.tsx";

/** Makes an account by an invitation, or where everybody may; else it says how accounts are made here. */
export default function Register(): ReactNode {
  const [token] = useState(readInviteToken);
  const { data, error, status } = useSnapshot(invitation);
  const isHeld = useHeld(token !== null && data === null && status !== "failed");
  useEffect(() => {
    if (token) void loadInvitation(token);
  }, [token]);

  if (!token && configuration.registration === "open") return <OpenRegistration />;
  if (!token || error?.code === "invite_invalid") return <NotInvited wasInvited={token !== null} />;
  if (error) {
    return (
      <EntryCard title="Create your account">
        <ErrorNotice error={error} onRetry={() => void loadInvitation(token)} />
      </EntryCard>
    );
  }
  if (isHeld || !data) {
    return (
      <EntryCard title="Create your account">
        <Skeleton height="40px" />
        <Skeleton height="40px" />
        <Skeleton height="40px" />
      </EntryCard>
    );
  }
  return <RegisterForm token={token} invitation={data} />;
}

function NotInvited({ wasInvited }: { wasInvited: boolean }): ReactNode {
  return (
    <EntryCard title="Create your account">
      <Notice
        title={wasInvited ? "This invitation is no longer valid" : "Accounts are by invitation only"}
        icon={<MailQuestion size={20} aria-hidden />}
        action={
          <Link href={paths.login} className={buttonClass("secondary")}>
            Back to sign in
          </Link>
        }
      >
        {wasInvited
          ? "It was used, replaced, revoked or has expired. Ask the sender for a new link."
          : "Ask an owner or admin of your organization to invite you."}
      </Notice>
    </EntryCard>
  );
}
