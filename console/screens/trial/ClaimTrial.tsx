import { useEffect } from "react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Spinner } from "../../../shared/ui/Spinner.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { browser } from "../../state/platform/browser.ts";
import { paths } from "../../state/shell/paths.ts";
import { claim, leaveTrial } from "../../state/trial/trial.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

/** Takes the agent that this browser tried into the organization, and continues to it. */
export default function ClaimTrial(): ReactNode {
  const { orgId = "", uuid = "" } = useParams();
  const claiming = useAction(async () => {
    const { id } = await claim(orgId, uuid);
    browser.go(paths.agent(orgId, id));
  });
  useEffect(() => void claiming.run(), [orgId, uuid]);
  const { error } = claiming;
  if (!error) {
    return (
      <EntryCard title="Moving your agent">
        <p className={line} role="status">
          <Spinner /> Moving its name, look and content to your organization.
        </p>
      </EntryCard>
    );
  }
  if (error.code === "not_found") {
    return (
      <EntryCard title="This trial has ended">
        <p role="alert">It was already kept, has expired, or was started in another browser.</p>
        <a href={toAddress(paths.dashboard(orgId))} className={buttonClass("primary")} onClick={leaveTrial}>
          Continue to Dashboard
        </a>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Your agent couldn’t be moved">
      <ErrorNotice error={error} />
      <div className={line}>
        {error.code === "plan_limit" && (
          <a href={toAddress(paths.pricing(orgId))} className={buttonClass("primary")}>
            See plans
          </a>
        )}
        <Button kind="secondary" isBusy={claiming.isBusy} onClick={() => void claiming.run()}>
          Try again
        </Button>
      </div>
    </EntryCard>
  );
}

const line = css`
  display: flex;
  align-items: center;
  gap: 10px;
`;
