import { breakpoints } from "../../shared/domain/limits.ts";

/** Where the panel does not cover the screen; the rest of coveringQuery. */
const roomyQuery = `(min-width: ${breakpoints.mobileXS + 0.02}px) and (min-height: 420.02px), (min-width: ${breakpoints.mobileXS + 0.02}px) and (pointer: fine)`;

/** A launcher that can be moved: what is beside it stays in sight, and the panel comes next to it. */
export const moveStyle = `
[part="launcher"] { touch-action: none; user-select: none; }
[part="launcher"][data-dragged] { cursor: grabbing; }
:host([data-moved="high"]) .beside { top: calc(100dvh - var(--ph-y) + 12px); bottom: auto; }
:host([data-moved="high"]) b { margin: 0; translate: 0 68px; }
@media ${roomyQuery} {
  :host([data-moved][data-mode="bubble"]) .panel {
    right: calc(var(--ph-x) + 68px); bottom: clamp(20px, var(--ph-y), max(20px, 100dvh - var(--ph-h) - 20px));
    max-width: calc(100vw - 2 * var(--ph-x) - 68px); height: min(var(--ph-h), 100dvh - 40px);
  }
  :host([data-moved][data-mode="bubble"][data-position="left"]) .panel { right: auto; left: calc(var(--ph-x) + 68px); }
}
`;
