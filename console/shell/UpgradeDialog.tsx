import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Bot, BrainCircuit, Palette, RefreshCw, Share2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { organization } from "../state/accounts/organization.ts";
import { paths } from "../state/shell/paths.ts";
import { subscription } from "../state/billing/subscription.ts";
import { closeUpgrade, followUpgrade } from "../state/billing/upgrade.ts";

/** The five benefits of the specification. */
const benefits: [LucideIcon, string][] = [
  [Bot, "Multiple agents"],
  [Palette, "Brand personalisation"],
  [RefreshCw, "Auto-syncing of data sources on a schedule"],
  [BrainCircuit, "Advanced AI models"],
  [Share2, "Deployment across WhatsApp, voice call and more"],
];

/** What a better plan brings, where the plan does not allow what somebody wants (specification 2, Upgrade dialog). */
export function UpgradeDialog(): ReactNode {
  const { data } = useSnapshot(subscription);
  const { _id: orgId } = useSnapshot(organization);
  if (!orgId) return null;
  const billing = paths.pricing(orgId);
  return (
    <Dialog
      title={
        data
          ? "Your plan has limited access, Upgrade to unlock full potential!"
          : "Your plan has expired - Upgrade to continue using AI Agents!"
      }
      closesOnOutsideClick
      onClose={closeUpgrade}
      actions={
        <>
          <Link
            href={billing}
            className={buttonClass("secondary")}
            onClick={() => followUpgrade("view_all_plans_clicked")}
          >
            View all Plans
          </Link>
          <Link
            href={billing}
            className={buttonClass("primary")}
            onClick={() => followUpgrade("upgrade_now_clicked")}
          >
            Upgrade now
          </Link>
        </>
      }
    >
      <ul className={list}>
        {benefits.map(([Icon, words]) => (
          <li key={words}>
            <Icon size={18} aria-hidden />
            {words}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const list = css`
  display: grid;
  gap: 4px;
  margin: 8px 0 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    gap: 14px;
    padding-block: 8px;
    color: var(--ph-text);
  }
  & svg {
    box-sizing: content-box;
    flex: none;
    padding: 8px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
`;
