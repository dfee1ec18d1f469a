import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useHeld } from "../../parts/useHeld.ts";
import { firstOwner, loadFirstOwner, waitingSignIn } from "../../state/accounts/signIn.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { FirstOwnerForm } from "./FirstOwnerForm.tsx";
import { readSetupToken } from "./setupToken.ts";
import { SetupLinkNeeded } from "./SetupLinkNeeded.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { useSocialReturn } from "./useSocialReturn.ts";
import { SecondFactorForm } from "./SecondFactorForm.tsx";

/** The login page; on an installation without any account it makes the first one instead. */
export default function Login(): ReactNode {
  const { data, error, status } = useSnapshot(firstOwner);
  const isWaiting = useSnapshot(waitingSignIn).token !== null;
  const social = useSocialReturn();
  const isHeld = useHeld(data === null && status !== "failed");
  useEffect(() => void loadFirstOwner(), []);

  if (error && !data) {
    return (
      <EntryCard title="Sign in">
        <ErrorNotice error={error} onRetry={loadFirstOwner} />
      </EntryCard>
    );
  }
  if (isHeld || !data) return <LoginSkeleton />;
  if (isWaiting) {
    return <SecondFactorForm />;
  }
  if (social.isComing) return <LoginSkeleton />;
  if (!data.needed) return <SignInForm socialError={social.error} />;
  return readSetupToken() ? <FirstOwnerForm /> : <SetupLinkNeeded />;
}

function LoginSkeleton(): ReactNode {
  return (
    <EntryCard title={"\u00a0"}>
      <Skeleton height="40px" />
      <Skeleton height="40px" />
      <Skeleton height="40px" />
    </EntryCard>
  );
}
