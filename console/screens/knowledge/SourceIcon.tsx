import type { ReactNode } from "react";
import type { SourceKind } from "../../../shared/domain/sourceKinds.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { screenOf } from "./kinds/kinds.ts";

/** A kind of source as a tile; decoration, the word is beside it. */
export function SourceIcon({ kind }: { kind: SourceKind }): ReactNode {
  const Icon = screenOf(kind).icon;
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
