import { coveringQuery } from "./cover.ts";

const side = `right: auto; left: var(--ph-x);`;

/** The panel's sheet, beside the launcher's in the same shadow root; it comes with the core. */
export const panelStyle = `
.panel {
  position: fixed; z-index: var(--ph-z); right: var(--ph-x); bottom: calc(var(--ph-y) + var(--ph-gap) + env(safe-area-inset-bottom)); overflow: hidden;
  width: var(--ph-w); max-width: calc(100vw - 2 * var(--ph-x)); height: min(var(--ph-h), calc(100dvh - var(--ph-y) - var(--ph-gap) - 20px)); border-radius: 16px;
  background: Canvas; box-shadow: 0 0 0 1px rgb(0 0 0 / 6%), 0 4px 12px rgb(0 0 0 / 8%), 0 20px 56px rgb(0 0 0 / 22%);
  animation: appear 0.18s cubic-bezier(0.2, 0.7, 0.2, 1); transform-origin: bottom right;
}
.panel > iframe { display: block; width: 100%; height: 100%; border: 0; }
.shade { position: fixed; inset: 0; z-index: var(--ph-z); background: rgb(0 0 0 / 45%); }
:host([data-position="left"]) .panel { ${side} transform-origin: bottom left; }
:host([data-mode="drawer"]) .panel { top: 0; bottom: 0; right: 0; height: 100dvh; max-width: 100vw; border-radius: 0; animation-name: slide; }
:host([data-mode="drawer"][data-position="left"]) .panel { right: auto; left: 0; animation-name: slide-left; }
:host([data-mode="modal"]) .panel { inset: 0; margin: auto; max-width: calc(100vw - 40px); max-height: calc(100dvh - 40px); height: var(--ph-h); }
:host(:is([data-mode="drawer"], [data-mode="modal"])[data-open]) [part="launcher"] { display: none; }
:host([data-mode="inline"]) { display: block !important; width: var(--ph-w) !important; max-width: 100% !important; height: var(--ph-h) !important; }
:host([data-mode="inline"]) .panel { position: static; width: 100%; max-width: none; height: 100%; animation: none; box-shadow: 0 0 0 1px rgb(0 0 0 / 10%); }
.wait { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 16px; padding: 32px; background: Canvas; color: CanvasText; text-align: center; }
:host([data-mode="inline"]) .wait > button { display: none; }
.wait > p { margin: 0; text-wrap: balance; }
.wait[data-loading]::before { content: ""; width: 22px; height: 22px; border: 3px solid rgb(128 128 128 / 25%); border-top-color: var(--ph-primary); border-radius: 50%; animation: come 0.2s 0.15s backwards, turn 0.9s linear infinite; }
@keyframes turn { to { rotate: 1turn; } }
@keyframes appear { from { opacity: 0; transform: translateY(12px) scale(0.98); } }
@keyframes slide { from { transform: translateX(100%); } }
@keyframes slide-left { from { transform: translateX(-100%); } }
@media (prefers-reduced-motion: reduce) { .panel, .wait::before { animation: none !important; } }
@media (forced-colors: active) { .panel { outline: 1px solid; } .wait::before { forced-color-adjust: none; } }
@media ${coveringQuery} {
  :host(:not([data-mode="inline"])) .panel { inset: var(--ph-top, 0) 0 auto; width: 100vw; max-width: none; max-height: none; height: var(--ph-screen, 100dvh); margin: 0; border-radius: 0; }
  :host([data-open]) [part="launcher"] { display: none; }
}
`;
