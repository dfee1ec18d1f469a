import { coveringQuery } from "./cover.ts";

/** What the launcher shows once the core is there. */
export const launcherStateStyle = `
:host([data-open]) [part="launcher"] { gap: 0; font-size: 0; }
[part="launcher"]:hover { filter: brightness(1.08); cursor: pointer; }
:is([part="launcher"], .wait > button):focus-visible { outline: 3px solid var(--ph-primary); outline-offset: 3px; }
.badge { position: absolute; top: -4px; inset-inline-end: -4px; min-width: 8px; padding: 3px 7px; border-radius: 11px; background: #c62828; color: #fff; font-size: 12px; line-height: 16px; text-align: center; }
.wait > button { padding: 9px 14px; border: 1px solid rgb(0 0 0 / 13%); border-radius: 19px; background: #fff; color: #1c2230; cursor: pointer; text-align: start; box-shadow: 0 2px 10px rgb(0 0 0 / 13%); }
@keyframes come { from { opacity: 0; transform: translateY(6px); } }
@media ${coveringQuery} {
  [part="launcher"] { bottom: calc(var(--ph-my, var(--ph-y)) + env(safe-area-inset-bottom)); }
}
@media (pointer: coarse) { .wait > button { min-height: 44px; } }
@media (forced-colors: active) { .badge { border: 1px solid; } }
`;
