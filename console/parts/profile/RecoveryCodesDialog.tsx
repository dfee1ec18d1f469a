import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Download } from "lucide-react";
import { brandName } from "../../../shared/domain/product.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { buttons } from "./ProfileForm.tsx";

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  /** They come with turning it on; else they take the place of others. */
  isFirst?: boolean;
  onClose: () => void;
}

/** Shows the recovery codes, this once. */
export function RecoveryCodesDialog({ codes, isFirst, onClose }: RecoveryCodesDialogProps): ReactNode {
  const text = codes.join("\n");
  return (
    <Dialog
      title={isFirst ? "Two-factor sign-in is on" : "Your new recovery codes"}
      onClose={onClose}
      width={480}
      actions={
        <Button kind="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <div className={body}>
        <p>
          Store these codes somewhere other than your phone. Each replaces the app’s code once. They won’t be
          shown again.
          {!isFirst && " Your old codes no longer work."}
        </p>
        <ul aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={buttons}>
          <CopyButton text={text} label="Copy codes" />
          <DownloadLink text={`${brandName} recovery codes\n\n${text}\n`} />
        </div>
      </div>
    </Dialog>
  );
}

function DownloadLink({ text }: { text: string }): ReactNode {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a className={buttonClass("quiet", "small")} href={url} download="recovery-codes.txt">
      <Download size={15} aria-hidden />
      Download
    </a>
  );
}

const body = css`
  display: grid;
  gap: 16px;
  & > ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(180px, 1fr));
    gap: 4px 24px;
    margin: 0;
    padding: 14px 16px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    color: var(--ph-text);
    font: var(--ph-text-m) / 1.7 var(--ph-mono);
    list-style: none;
  }
`;
