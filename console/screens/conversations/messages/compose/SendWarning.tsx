import type { ReactNode } from "react";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";

/** What the writer of a reply may not know when they send it. */
export interface Warning {
  /** The variables that nothing is known for. */
  unknown: string[];
  /** The colleague who replied while it was written. */
  replier: string | null;
}

/** Asks once before a reply goes out; what is written stays in its field. */
export function SendWarning({ unknown, replier, onSend }: Warning & { onSend: () => void }): ReactNode {
  return (
    <div role="alert" className={warning}>
      <div>
        {replier !== null && <p>{replier} replied while you wrote. Read it before you send yours.</p>}
        {unknown.length > 0 && (
          <p>
            There is no value for {unknown.join(", ")}, so it would be sent unfilled. Fill it in, or send it
            as it is.
          </p>
        )}
      </div>
      <Button size="small" onClick={onSend}>
        {replier !== null ? "Send anyway" : "Send as it is"}
      </Button>
    </div>
  );
}

const warning = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 8px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  color: var(--ph-warning-text);
  & > div {
    flex: 1 1 240px;
    overflow-wrap: anywhere;
  }
`;
