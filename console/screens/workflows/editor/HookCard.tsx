import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { KeyRound } from "lucide-react";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import type { HookAuth } from "../../../../shared/domain/workflows/triggers.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { ShownOnceDialog } from "../../../parts/ShownOnceDialog.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { renewHook } from "../../../state/workflows/workflows.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";

interface HookCardProps {
  place: WorkflowPlace;
  hook: Snapshot<WorkflowDetail["hook"]>;
  auth: HookAuth;
}

/** Where another program calls the workflow, and the secret with which it may. */
export function HookCard({ place, hook, auth }: HookCardProps): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  const renewing = useAction(async () => setSecret((await renewHook(place)).secret));
  if (!hook) return <p className={hint}>Save to get its address.</p>;
  return (
    <div className={frame}>
      <CodeBlock label="Copy address" code={hook.url} />
      {auth !== "none" && (
        <>
          <p className={hint}>
            {hook.hasSecret ? `Its secret ends in …${hook.secretEnding}` : "It has no secret yet."}
          </p>
          {mayDo("workflows.update") && (
            <Button
              size="small"
              icon={<KeyRound size={15} aria-hidden />}
              isBusy={renewing.isBusy}
              onClick={() => void renewing.run()}
            >
              {hook.hasSecret ? "Renew secret" : "Make secret"}
            </Button>
          )}
        </>
      )}
      {renewing.error && <ErrorNotice title="The secret was not made." error={renewing.error} />}
      {secret !== null && (
        <ShownOnceDialog
          what="secret"
          label="Secret of the webhook"
          text={secret}
          width={520}
          onClose={() => setSecret(null)}
        >
          The program that calls the workflow needs it. The old one no longer works.
        </ShownOnceDialog>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 10px;
  min-width: 0;
  & > :first-child {
    justify-self: stretch;
  }
`;
const hint = css`
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
`;
