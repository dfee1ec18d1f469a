import type { ReactNode } from "react";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ShownOnceDialog } from "../../parts/ShownOnceDialog.tsx";
import type { makeApiKey } from "../../state/accounts/apiKeys.ts";
import { exampleCall } from "./exampleCall.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

interface NewKeyDialogProps {
  made: Awaited<ReturnType<typeof makeApiKey>>;
  onClose: () => void;
}

/** Shows a new key, this once, with a first call to try it by. */
export function NewKeyDialog({ made, onClose }: NewKeyDialogProps): ReactNode {
  const example = exampleCall(made);
  return (
    <ShownOnceDialog
      what="key"
      label="API key"
      text={made.key}
      width={640}
      warning="Anyone with this key has its permissions. Keep it secret and out of web pages."
      onClose={onClose}
    >
      <p>To try it, set PILOTHOUSE_KEY to this key and run:</p>
      <div className={code}>
        <pre tabIndex={0} aria-label="Example call">
          {example}
        </pre>
        <CopyButton label="Copy example" text={example} />
      </div>
      <p>
        See all calls in the{" "}
        <a href={toAddress("/api/docs")} target="_blank" rel="noreferrer">
          API reference
        </a>
        .
      </p>
    </ShownOnceDialog>
  );
}

const code = css`
  display: grid;
  justify-items: end;
  min-width: 0;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  color: var(--ph-text);
  & > pre {
    width: 100%;
    margin: 0;
    padding: 12px 14px 4px;
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & > button {
    margin: 0 4px 4px;
  }
`;
