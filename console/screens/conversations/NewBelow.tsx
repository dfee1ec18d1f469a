import type { ReactNode } from "react";
import { ArrowDown } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";

interface NewBelowProps {
  count: number;
  onGo: () => void;
}

/** Tells who reads further up that something came below, and leads there. */
export function NewBelow({ count, onGo }: NewBelowProps): ReactNode {
  return (
    // There before it says something, so that screen readers tell of it.
    <div role="status" aria-label="Below" className={place}>
      {count > 0 && (
        <Button
          kind="primary"
          size="small"
          icon={<ArrowDown size={16} aria-hidden />}
          className={pill}
          onClick={onGo}
        >
          {plural(count, words)}
        </Button>
      )}
    </div>
  );
}

const words = { one: "{count} new message", other: "{count} new messages" };

const place = css`
  position: absolute;
  inset-inline: 0;
  bottom: 12px;
  display: flex;
  justify-content: center;
  pointer-events: none;
`;
const pill = css`
  border-radius: 99px;
  box-shadow: var(--ph-shadow-2);
  pointer-events: auto;
`;
