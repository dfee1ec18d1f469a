import type { CSSProperties, ReactNode } from "react";
import { findAgentIcon } from "../../shared/ui/agentIcons.ts";
import { css } from "../../shared/ui/style/css.ts";

/** An agent's picture or bundled icon; decoration, its name is beside it. `size` in px. */
export function AgentIcon({ icon, size = 24 }: { icon: string; size?: number }): ReactNode {
  const style: CSSProperties = { width: size, height: size, borderRadius: Math.round(size * 0.28) };
  // The contract allows data:image of a few raster kinds only; anything else falls back.
  if (/^data:image\/(png|jpeg|webp);base64,/.test(icon)) {
    return <img src={icon} alt="" style={style} className={picture} />;
  }
  const Icon = findAgentIcon(icon);
  return (
    <span className={tile} style={style} aria-hidden="true">
      <Icon size={Math.round(size * 0.58)} strokeWidth={1.9} />
    </span>
  );
}

const tile = css`
  display: inline-grid;
  place-items: center;
  flex: none;
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
`;
const picture = css`
  flex: none;
  object-fit: cover;
`;
