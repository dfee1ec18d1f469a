/** The panel's sheet, beside the launcher's in the same shadow root; it comes with the core. */
export const panelStyle = `
.panel {
  position: fixed; z-index: var(--ph-z); right: 20px; bottom: calc(88px + env(safe-area-inset-bottom)); overflow: hidden;
  width: 400px; max-width: calc(100vw - 40px); height: min(680px, calc(100dvh - 112px)); border-radius: 16px;
  background: Canvas; box-shadow: 0 0 0 1px rgb(0 0 0 / 6%), 0 4px 12px rgb(0 0 0 / 8%), 0 20px 56px rgb(0 0 0 / 22%);
  animation: appear 0.18s cubic-bezier(0.2, 0.7, 0.2, 1); transform-origin: bottom right;
}
.panel > iframe { display: block; width: 100%; height: 100%; border: 0; }
:host([data-position="left"]) .panel { right: auto; left: 20px; transform-origin: bottom left; }
@keyframes appear { from { opacity: 0; transform: translateY(12px) scale(0.98); } }
@media (prefers-reduced-motion: reduce) { .panel { animation: none; } }
@media (forced-colors: active) { .panel { border: 1px solid; } }
@media (max-width: 480px) {
  .panel, :host([data-position="left"]) .panel { inset: 0; width: 100vw; max-width: none; height: 100dvh; border-radius: 0; }
  :host([data-open]) .button { display: none; }
}
`;
