import type { ReactNode } from "react";
import { History } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

interface KeptNoticeProps {
  /** Leads to where the typing stopped; null where that is shown. */
  onGoOn: (() => void) | null;
  onDiscard: () => void;
}

/** Says that what was typed earlier is still there. */
export function KeptNotice({ onGoOn, onDiscard }: KeptNoticeProps): ReactNode {
  return (
    <section className={frame} aria-label="Kept from before">
      <History size={18} aria-hidden />
      <p role="status">
        <strong>We kept your draft.</strong> It stays in this tab until you create the agent.
      </p>
      <div>
        <Button size="small" kind="quiet" onClick={onDiscard}>
          Start over
        </Button>
        {onGoOn && (
          <Button size="small" onClick={onGoOn}>
            Continue
          </Button>
        )}
      </div>
    </section>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding-block: 10px;
  padding-inline: 16px 12px;
  border-radius: var(--ph-radius);
  background: var(--ph-accent-soft);
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
    color: var(--ph-accent-text);
  }
  & > p {
    flex: 1 1 240px;
  }
  & > div {
    display: flex;
    gap: 8px;
    margin-inline-start: auto;
  }
  & strong {
    font-weight: 600;
  }
`;
