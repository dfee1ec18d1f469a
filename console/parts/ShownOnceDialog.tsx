import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { copyText } from "../../shared/ui/copyText.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { css } from "../../shared/ui/style/css.ts";

interface ShownOnceDialogProps {
  /** What people call it within a sentence: "key". */
  what: string;
  /** The name of what is shown: "API key". */
  label: string;
  text: string;
  width: number;
  /** After "It is shown this once. Afterwards only its last four characters are." */
  warning?: string;
  /** What to do with it. */
  children: ReactNode;
  onClose: () => void;
}

/** Shows a new secret, this once; copying it is the first thing offered. */
export function ShownOnceDialog(props: ShownOnceDialogProps): ReactNode {
  const { what, label, text, width, warning, children, onClose } = props;
  const [hasCopied, setHasCopied] = useState(false);
  return (
    <Dialog
      title={`Copy the ${what} now`}
      onClose={onClose}
      width={width}
      actions={
        <>
          <Button onClick={onClose}>{hasCopied ? "Done" : "I saved it"}</Button>
          <Button kind="primary" autoFocus onClick={async () => setHasCopied(await copyText(text))}>
            {hasCopied ? "Copied" : `Copy ${what}`}
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>
          Shown only <strong>once</strong>. After this, you see its last four characters. {warning}
        </p>
        <output aria-label={label}>{text}</output>
        {children}
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 14px;
  & > p > strong {
    color: var(--ph-text);
  }
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
