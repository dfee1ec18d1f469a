import type { ComponentType, ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";

interface IconTileProps {
  icon: ComponentType<{ size?: number | string; strokeWidth?: number | string }>;
}

/** A kind of thing as a tile; decoration, its name is beside it. */
export function IconTile({ icon: Icon }: IconTileProps): ReactNode {
  return (
    <span className={tile} aria-hidden="true">
      <Icon size={18} strokeWidth={1.8} />
    </span>
  );
}

const tile = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border-radius: 9px;
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
`;
