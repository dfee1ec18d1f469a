import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Loaded } from "../Loaded.tsx";
import { organization } from "../../state/accounts/organization.ts";
import { loadOwnProfile, profile } from "../../state/accounts/profile.ts";
import { EmailCard } from "./EmailCard.tsx";
import { NameCard } from "./NameCard.tsx";
import { PasswordCard } from "./PasswordCard.tsx";
import { PreferencesCard } from "./PreferencesCard.tsx";
import { SecondFactorCard } from "./SecondFactorCard.tsx";
import { SessionsCard } from "./SessionsCard.tsx";
import { PushCard, DigestCard } from "./lowerCards.ts";

/** All that people have about themselves, a card each: on the profile's page, and in the dialog of who may not open it. */
export function ProfileParts(): ReactNode {
  const resource = useSnapshot(profile);
  const { _id: orgId } = useSnapshot(organization);
  useEffect(() => void loadOwnProfile(), []);
  return (
    <Loaded
      resource={resource}
      needs="organization.read"
      onRetry={() => void loadOwnProfile()}
      skeleton={<ProfileSkeleton />}
    >
      {(own) => (
        <div className={list}>
          <NameCard own={own} />
          <EmailCard own={own} />
          <PasswordCard email={own.email} hasPassword={own.hasPassword} />
          <SecondFactorCard own={own} />
          <SessionsCard />
          <PreferencesCard own={own} />
          {orgId && (
            <Suspense fallback={<Skeleton height="330px" />}>
              <PushCard orgId={orgId} />
            </Suspense>
          )}
          {orgId && own.canVerifyEmail && (
            <Suspense fallback={<Skeleton height="150px" />}>
              <DigestCard orgId={orgId} timeZone={own.timeZone} />
            </Suspense>
          )}
        </div>
      )}
    </Loaded>
  );
}

function ProfileSkeleton(): ReactNode {
  return (
    <div className={list}>
      {["210px", "150px", "270px", "130px"].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  );
}

const list = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
