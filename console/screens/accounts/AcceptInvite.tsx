import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CircleAlert, CircleCheck } from "lucide-react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Spinner } from "../../../shared/ui/Spinner.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { roleNames } from "../../parts/roleNames.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { browser } from "../../state/platform/browser.ts";
import {
  acceptInvitation,
  acceptance,
  invitation,
  loadInvitation,
  readInviteToken,
} from "../../state/accounts/invitation.ts";
import { paths } from "../../state/shell/paths.ts";
import { switchUser } from "../../state/accounts/signIn.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";

/** Accepts the invitation whose token this tab keeps (specification 2, "Invite-accept screen"). */
export default function AcceptInvite(): ReactNode {
  const { status, data, error } = useSnapshot(acceptance);
  const [isSignedIn] = useState(() => authentication.isUserLoggedIn === true);
  useEffect(() => {
    if (isSignedIn) void acceptInvitation();
    else void findEntry().then((entry) => browser.go(entry));
  }, [isSignedIn]);

  if (status === "failed" && error) return <Failed error={error} />;
  if (!data) {
    return (
      <EntryCard title="Processing Your Invitation">
        <p className={line} role="status">
          <Spinner /> This takes a moment.
        </p>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Invitation Accepted">
      <p className={line} role="status">
        <CircleCheck size={20} aria-hidden className={good} />
        User is registered and added to the group.
      </p>
      {data.organizationName && (
        <p className={line}>
          You joined {data.organizationName}
          {data.role ? ` as ${roleNames[data.role]}` : ` in the group ${data.usergroup_name}`}.
        </p>
      )}
      {/* A plain link: the new organisation is not among those that this page has read. */}
      <a href={toAddress(paths.team(data.accountId))} className={buttonClass("primary")}>
        Continue to Dashboard
      </a>
    </EntryCard>
  );
}

/**
 * Where somebody who is not signed in continues: an invited address without an account makes one, with the address
 * filled in.
 */
async function findEntry(): Promise<string> {
  const token = readInviteToken();
  if (token) await loadInvitation(token);
  if (invitation.data?.isRegistered === false) return paths.register;
  return `${paths.login}?redirectUrl=${encodeURIComponent(paths.acceptInvite + location.search)}`;
}

function Failed({ error }: { error: Pick<RequestError, "code" | "said"> }): ReactNode {
  const { user } = useSnapshot(authentication);
  return (
    <EntryCard title={error.said ?? "Something went wrong"}>
      <p className={line} role="alert">
        <CircleAlert size={20} aria-hidden className={bad} />
        Please check the link or request a new link from the sender.
      </p>
      {error.code === "invite_for_other" && (
        <>
          <p className={line}>You are signed in as {user?.email}.</p>
          <Button kind="primary" onClick={() => void switchUser(paths.acceptInvite)}>
            Sign in with another account
          </Button>
        </>
      )}
      {(error.code === "offline" || error.code === "unavailable") && (
        <Button kind="primary" onClick={() => void acceptInvitation()}>
          Try again
        </Button>
      )}
      <a href={toAddress(paths.chooseCompany)} className={buttonClass("secondary")}>
        Already Have An Account? Login
      </a>
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
  }
`;
const good = css`
  color: var(--ph-success-text);
`;
const bad = css`
  color: var(--ph-danger-text);
`;
