import type { ReactNode } from "react";
import { Icon } from "../../shared/ui/Icon.tsx";
import { clip } from "../../shared/ui/firstIconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";

/** Lies over the chat while files are held above it. */
export function DropPicture(): ReactNode {
  return (
    <div className={picture} aria-hidden="true">
      <Icon path={clip} size={2} />
      {widgetWords.dropHere}
    </div>
  );
}

const picture = css`
  position: absolute;
  inset: 8px;
  z-index: 3;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 10px;
  border: 2px dashed var(--ph-accent-text);
  border-radius: min(var(--ph-radius-l), 20px);
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
  font-weight: 600;
  opacity: 0.96;
  pointer-events: none;
`;
