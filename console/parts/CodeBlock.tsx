import type { ReactNode } from "react";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { css } from "../../shared/ui/style/css.ts";

/** Code to copy, whole in sight. */
export function CodeBlock({ code, label }: { code: string; label: string }): ReactNode {
  return (
    <div className={frame}>
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={label} />
    </div>
  );
}

const frame = css`
  display: grid;
  justify-items: end;
  min-width: 0;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  & > pre {
    width: 100%;
    margin: 0;
    padding: 12px 14px 6px;
    max-height: 460px;
    overflow: auto;
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & > button {
    margin: 0 4px 4px;
  }
`;
