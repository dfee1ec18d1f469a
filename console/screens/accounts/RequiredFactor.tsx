import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ShieldCheck } from "lucide-react";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { loadOwnProfile, profile } from "../../state/accounts/profile.ts";
import { drawn } from "../../state/platform/resource.ts";
import { SetUpApp } from "../../parts/profile/factorOverlays.ts";

interface RequiredFactorProps {
  organization: Organization;
  onOpen: (organization: Organization) => void;
}

/** Leads a member to the second factor that an organization requires, and from there into the organization. */
export function RequiredFactor({ organization, onOpen }: RequiredFactorProps): ReactNode {
  const { data } = useSnapshot(profile);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => drawn(loadOwnProfile()), []);
  const handleClose = () => {
    setIsOpen(false);
    if (profile.data?.secondFactor) onOpen(organization);
  };
  return (
    <section aria-label="Two-factor sign-in" className={frame}>
      <ShieldCheck size={18} aria-hidden />
      <p>{organization.name} requires two-factor sign-in. Set it up to continue.</p>
      <Button kind="primary" isBusy={!data} onClick={() => setIsOpen(true)}>
        Set up
      </Button>
      {isOpen && data && (
        <Suspense>
          <SetUpApp hasPassword={data.hasPassword} onClose={handleClose} />
        </Suspense>
      )}
    </section>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px;
  padding: 12px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-accent-soft);
  & > svg {
    flex: none;
    color: var(--ph-accent-text);
  }
  & > p {
    flex: 1 1 200px;
  }
`;
