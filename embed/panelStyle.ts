/** The panel's sheet, beside the launcher's in the same shadow root; it comes with the core. */
export const panelStyle = `
.panel {
  position: fixed; z-index: var(--ph-z); right: 20px; bottom: calc(88px + env(safe-area-inset-bottom));
  width: 400px; max-width: calc(100vw - 40px); height: min(640px, calc(100dvh - 112px)); border: 0; border-radius: 16px;
  color-scheme: light dark; box-shadow: 0 2px 6px rgb(0 0 0 / 10%), 0 16px 48px rgb(0 0 0 / 24%);
}
:host([data-position="left"]) .panel { right: auto; left: 20px; }
@media (max-width: 480px) {
  .panel, :host([data-position="left"]) .panel { inset: 0; width: 100vw; max-width: none; height: 100dvh; border-radius: 0; }
  :host([data-open]) .button { display: none; }
}
`;
