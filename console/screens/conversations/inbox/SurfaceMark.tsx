import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";
import { surfaceIcons } from "../../../parts/surfaceIcons.ts";
import { otherSurfaceNames } from "../../../parts/surfaceNames.ts";

/** Marks where a conversation takes place; nothing for the chat widget, where most do. */
export function SurfaceMark({ surface }: { surface: string }): ReactNode {
  if (!isOther(surface)) return null;
  const Icon = surfaceIcons[surface];
  const name = otherSurfaceNames[surface];
  return (
    <span className={mark} title={name}>
      <Icon size={13} role="img" aria-label={name} />
    </span>
  );
}

function isOther(surface: string): surface is keyof typeof surfaceIcons {
  return Object.hasOwn(surfaceIcons, surface);
}

const mark = css`
  display: inline-block;
  margin-inline-end: 5px;
  vertical-align: -2px;
  & > svg {
    display: block;
  }
`;
