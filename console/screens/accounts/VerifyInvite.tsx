import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { CircleAlert, CircleUser, MailOpen } from "lucide-react";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useHeld } from "../../parts/useHeld.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { authentication, checkSession } from "../../state/accounts/authentication.ts";
import { browser } from "../../state/platform/browser.ts";
import { invitation, keepInviteToken, loadInvitation } from "../../state/accounts/invitation.ts";
import { paths } from "../../state/shell/paths.ts";
import { switchUser } from "../../state/accounts/signIn.ts";
import { describeInvitation } from "./describeInvitation.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";

/** An invitation's link: who invites, to which organization and as what. Accepting keeps the token for the next page. */
export default function VerifyInvite(): ReactNode {
  const { token: inPath } = useParams();
  const query = useQuery();
  const token = inPath ?? query.read("token");
  const { data, error, status } = useSnapshot(invitation);
  const { user } = useSnapshot(authentication);
  const isHeld = useHeld(token !== "" && data === null && status !== "failed");
  useEffect(() => {
    if (token) void loadInvitation(token);
    // Only the notice depends on the signed-in user: the page is shown before that is known.
    checkSession().catch(() => undefined);
  }, [token]);

  if (!token || error?.code === "invite_invalid" || error?.code === "not_found") return <Ended />;
  if (error) {
    return (
      <EntryCard title="Your invitation">
        <ErrorNotice error={error} onRetry={() => void loadInvitation(token)} />
      </EntryCard>
    );
  }
  if (isHeld || !data) {
    return (
      <EntryCard title="Your invitation">
        <Skeleton height="60px" />
        <Skeleton height="40px" />
      </EntryCard>
    );
  }
  const goOn = () => {
    keepInviteToken(token);
    browser.go(paths.acceptInvite);
  };
  const isOther = user !== null && user.email.toLowerCase() !== data.email.toLowerCase();
  return (
    <EntryCard title={`Join ${data.organizationName}`}>
      <p className={line}>
        <MailOpen size={20} aria-hidden />
        <span>
          {describeInvitation(data)} The invitation is for <strong>{data.email}</strong>.
        </span>
      </p>
      {isOther ? (
        <>
          <p className={line} role="status">
            <CircleUser size={20} aria-hidden />
            <span>
              You are signed in as <strong>{user.email}</strong>. Only the invited account can accept this.
            </span>
          </p>
          <Button
            kind="primary"
            onClick={() => {
              keepInviteToken(token);
              void switchUser(paths.acceptInvite);
            }}
          >
            Sign in with another account
          </Button>
          <a href={toAddress(paths.chooseCompany)} className={buttonClass("quiet")}>
            Stay signed in
          </a>
        </>
      ) : (
        <Button kind="primary" onClick={goOn}>
          Accept invitation
        </Button>
      )}
    </EntryCard>
  );
}

function Ended(): ReactNode {
  return (
    <EntryCard title="Your invitation">
      <Notice
        title="This invitation is no longer valid"
        icon={<CircleAlert size={20} aria-hidden />}
        action={
          <a href={toAddress(paths.chooseCompany)} className={buttonClass("secondary")}>
            Already Have An Account? Login
          </a>
        }
      >
        Please check the link or request a new link from the sender.
      </Notice>
    </EntryCard>
  );
}

const line = css`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  color: var(--ph-text-2);
  overflow-wrap: anywhere;
  & > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-accent-text);
  }
  & strong {
    color: var(--ph-text);
    font-weight: 550;
  }
`;
