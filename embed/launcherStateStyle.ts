import { coveringQuery } from "./cover.ts";

/** What the launcher shows once the core is there. */
export const launcherStateStyle = `
:host([data-open]) [part="launcher"] { gap: 0; font-size: 0; }
[part="launcher"]:hover { filter: brightness(1.08); cursor: pointer; }
:is([part="launcher"], .chip, .wait > button):focus-visible { outline: 3px solid var(--ph-primary); outline-offset: 3px; }
.badge { position: absolute; top: -4px; inset-inline-end: -4px; min-width: 8px; padding: 3px 7px; border-radius: 11px; background: #c62828; color: #fff; font-size: 12px; line-height: 16px; text-align: center; }
.suggestions { position: fixed; z-index: var(--ph-z); right: var(--ph-x); bottom: calc(var(--ph-y) + 68px + env(safe-area-inset-bottom)); display: flex; flex-direction: column; align-items: flex-end; gap: 8px; max-width: min(300px, 100vw - 2 * var(--ph-x)); animation: come 0.2s; }
:host([data-position="left"]) .suggestions { right: auto; left: var(--ph-x); align-items: flex-start; }
.chip, .wait > button { padding: 9px 14px; border: 1px solid rgb(0 0 0 / 13%); border-radius: 19px; background: #fff; color: #1c2230; cursor: pointer; text-align: start; box-shadow: 0 2px 10px rgb(0 0 0 / 13%); }
@keyframes come { from { opacity: 0; transform: translateY(6px); } }
@media ${coveringQuery} {
  [part="launcher"] { bottom: calc(var(--ph-my, var(--ph-y)) + env(safe-area-inset-bottom)); }
  .suggestions { bottom: calc(var(--ph-my, var(--ph-y)) + 68px + env(safe-area-inset-bottom)); flex-direction: row-reverse; max-width: 260px; }
  :host([data-position="left"]) .suggestions { flex-direction: row; }
  .chip ~ .chip ~ .chip { display: none; }
}
@media (pointer: coarse) { .chip, .wait > button { min-height: 44px; } }
@media (prefers-reduced-motion: reduce) { .suggestions { animation: none; } }
@media (forced-colors: active) { .chip, .badge { border: 1px solid; } }
`;
