import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { browser } from "../../state/platform/browser.ts";
import { paths } from "../../state/shell/paths.ts";
import { findClaimPath } from "../../state/trial/ownTrial.ts";
import { beginSetup, setup } from "../../state/accounts/setup.ts";
import { SetupForm } from "./SetupForm.tsx";
import { SetupInvite } from "./SetupInvite.tsx";
import { SetupWaiting } from "./SetupWaiting.tsx";

/** Makes an organization, whose creator owns it; then asks whom to invite, and continues to the first agent. */
export default function SetupCompany(): ReactNode {
  const { step, organization } = useSnapshot(setup);
  useEffect(beginSetup, []);
  if (!organization) return <SetupForm />;
  if (step !== "ready") return <SetupWaiting name={organization.name} />;
  return (
    <SetupInvite
      name={organization.name}
      onDone={() => browser.go(findClaimPath(organization.org_id) ?? paths.createAgent(organization.org_id))}
    />
  );
}
