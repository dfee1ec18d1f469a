import { createElement } from "react";
import type { ReactNode } from "react";

/** An element of an icon with its attributes, as lucide-react has them. */
type Line = readonly [tag: string, attributes: Record<string, string>];

/**
 * Gives the component of an icon of lucide-react by its lines. The build puts it in the place of the package's own, see
 * rollup.icons.ts; as there, an icon is hidden from screen readers unless it has a name.
 */
export function drawIcon(lines: readonly Line[]) {
  return ({ size = 24, ...props }: { size?: number | string; "aria-label"?: string }): ReactNode =>
    createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        width: size,
        height: size,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": !props["aria-label"] || undefined,
        ...props,
      },
      ...lines.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
