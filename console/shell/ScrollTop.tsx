import type { ReactNode } from "react";
import { ArrowUp } from "lucide-react";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css } from "../../shared/ui/style/css.ts";

/** Back to the top of a long page, when scrolled far down; the focus goes there too. */
export function ScrollTop({ onScrollTop }: { onScrollTop: () => void }): ReactNode {
  return (
    <IconButton label="Back to the top" mode="outlined" size="small" className={button} onClick={onScrollTop}>
      <ArrowUp size={18} aria-hidden />
    </IconButton>
  );
}

const button = css`
  position: absolute;
  inset: auto 20px 84px auto;
  inset-inline: auto 20px;
  box-shadow: var(--ph-shadow-2);
`;
