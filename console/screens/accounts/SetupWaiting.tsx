import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { paths } from "../../state/shell/paths.ts";
import { pollsAtMost, setup, waitAgain } from "../../state/accounts/setup.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { ProgressBar } from "../../parts/ProgressBar.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";

/** A new organization that can't be used yet: how long it is waited for, and what to do when that takes long. */
export function SetupWaiting({ name }: { name: string }): ReactNode {
  const { step, polls } = useSnapshot(setup);
  const again = useAction(waitAgain);
  if (step !== "late" && !again.error) {
    return (
      <EntryCard title={`Getting ${name} ready`}>
        <div className={waiting} role="status">
          <p>This usually takes a few seconds.</p>
          <ProgressBar label={`Getting ${name} ready`} value={polls + 1} max={pollsAtMost} />
        </div>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={`${name} is not ready yet`}>
      {again.error && <ErrorNotice error={again.error} />}
      <p>
        Your organization was created, but setup is taking longer than usual. Check again in a few minutes. If
        it still isn’t ready, ask the server’s operator to check the log.
      </p>
      <Button kind="primary" isBusy={again.isBusy} onClick={() => void again.run()}>
        Check again
      </Button>
      <a href={toAddress(paths.chooseCompany)} className={buttonClass("quiet")}>
        Your organizations
      </a>
    </EntryCard>
  );
}

const waiting = css`
  display: grid;
  gap: 14px;
  color: var(--ph-text-2);
`;
