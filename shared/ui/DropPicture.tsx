import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { clip } from "./iconPaths.ts";
import { css } from "./style/css.ts";
import { widgetWords } from "../words/widget.ts";

/** Lies over what takes files while some are held above it. */
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
