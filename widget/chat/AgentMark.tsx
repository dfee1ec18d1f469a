import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import { createLater } from "./later.ts";

const glyph = createLater(() => import("./AgentGlyph.tsx").then(({ AgentGlyph }) => AgentGlyph));

/** The agent's picture, or its bundled icon on the brand's color; the icons come after the first picture. */
export function AgentMark({ icon, isLarge }: { icon: string; isLarge?: boolean }): ReactNode {
  const isPicture = /^data:image\/(png|jpeg|webp);base64,/.test(icon);
  const Glyph = glyph.usePart(!isPicture);
  return (
    <span className={mark} data-large={isLarge || undefined} aria-hidden="true">
      {isPicture ? <img src={icon} alt="" /> : Glyph && <Glyph name={icon} />}
    </span>
  );
}

const mark = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  overflow: hidden;
  border-radius: max(var(--ph-radius-s), 6px);
  background: var(--ph-accent);
  color: var(--ph-on-accent);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  &[data-large] {
    width: 48px;
    height: 48px;
    border-radius: var(--ph-radius);
    font-size: 1.25rem;
  }
  @media (max-height: 420px) {
    width: 28px;
    height: 28px;
    font-size: 0.75rem;
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;
