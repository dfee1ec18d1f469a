import type { ReactNode } from "react";
import { TriangleAlert } from "lucide-react";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import type { ContrastWarning } from "./contrastWarnings.ts";

interface ContrastNoticeProps {
  warning: ContrastWarning | null;
  onChange: (part: Partial<WidgetSettings>) => void;
}

/** A warning beside its field, with the one click that mends it. The region is always there, so that it is read out. */
export function ContrastNotice({ warning, onChange }: ContrastNoticeProps): ReactNode {
  return (
    <div role="status" className={frame} data-empty={warning ? undefined : ""}>
      {warning && (
        <>
          <TriangleAlert size={16} aria-hidden />
          <p>{warning.message}</p>
          <Button size="small" onClick={() => onChange(warning.fix.settings)}>
            {warning.fix.label}
          </Button>
        </>
      )}
    </div>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 8px 10px;
  padding: 10px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  font-size: var(--ph-text-s);
  &[data-empty] {
    display: contents;
  }
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-warning-text);
  }
  & > p {
    flex: 1 1 220px;
  }
`;
