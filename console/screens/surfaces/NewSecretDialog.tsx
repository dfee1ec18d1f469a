import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { copyText } from "../../../shared/ui/copyText.ts";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";

/** Shows a new secret, this once. */
export function NewSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  const [hasCopied, setHasCopied] = useState(false);
  return (
    <Dialog
      title="Copy the secret now"
      onClose={onClose}
      width={520}
      actions={
        <>
          <Button onClick={onClose}>{hasCopied ? "Done" : "I have kept it"}</Button>
          <Button kind="primary" autoFocus onClick={async () => setHasCopied(await copyText(secret))}>
            {hasCopied ? "Copied" : "Copy secret"}
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>It is shown this once. Afterwards only its last four characters are.</p>
        <output aria-label="Secret">{secret}</output>
        <p>
          Put it into your server’s environment as <code>PILOTHOUSE_SECRET</code>, as the examples have it.
        </p>
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 14px;
  & > output {
    padding: 12px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    color: var(--ph-text);
    font: var(--ph-text-m) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
    user-select: all;
  }
  & code {
    font: var(--ph-text-s) / 1.4 var(--ph-mono);
  }
`;
