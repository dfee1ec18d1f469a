import type { ReactNode } from "react";
import { Sparkles } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import type { Drafting } from "../../../parts/generate/useDrafting.ts";

interface DraftEndProps {
  drafting: Drafting;
  label: string;
  busyText: string;
  onByHand: () => void;
}

/** The end of a way's form: its button, what is in progress, and the way on where it fails. What was typed stays. */
export function DraftEnd({ drafting, label, busyText, onByHand }: DraftEndProps): ReactNode {
  const { isBusy, error, stop } = drafting;
  const isByField = error?.code === "invalid_input";
  return (
    <>
      {error && !isByField && (
        <div className={failed}>
          <ErrorNotice title="Nothing was drafted." error={error} />
          <p>What you typed is still here. Try again, or continue by hand.</p>
        </div>
      )}
      <div className={row}>
        <Button
          type="submit"
          kind="primary"
          isBusy={isBusy}
          icon={<Sparkles size={16} aria-hidden />}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {label}
        </Button>
        {isBusy ? (
          <Button kind="quiet" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button kind="quiet" onClick={onByHand}>
            {error ? "Continue by hand" : "Skip this"}
          </Button>
        )}
        <span role="status">{isBusy && busyText}</span>
      </div>
    </>
  );
}

/** The panel below the cards. */
export const draftForm = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  padding: 24px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  @media (max-width: 480px) {
    padding: 16px;
  }
`;
const failed = css`
  display: grid;
  gap: 8px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > span {
    min-width: 0;
    overflow-wrap: anywhere;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
