import type { ReactNode } from "react";
import { SearchX, X } from "lucide-react";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";

/** Over the list, where a link named a conversation that is not there. */
export function GoneNotice({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <div role="status" className={notice}>
      <SearchX size={18} aria-hidden />
      <p>This conversation no longer exists. Showing all conversations.</p>
      <IconButton label="Close" size="small" onClick={onClose}>
        <X size={17} aria-hidden />
      </IconButton>
    </div>
  );
}

const notice = css`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 6px 8px 6px 16px;
  border-bottom: 1px solid var(--ph-line);
  background: var(--ph-warning-soft);
  color: var(--ph-warning-text);
  & > p {
    flex: 1;
  }
  & > svg {
    flex: none;
  }
`;
