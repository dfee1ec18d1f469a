import { coveringQuery } from "../cover.ts";

/** What is beside the closed launcher. Its lines are light on every page. */
export const besideStyle = `
.beside { position: fixed; z-index: var(--ph-z); right: var(--ph-x); bottom: calc(var(--ph-y) + 68px + env(safe-area-inset-bottom)); display: flex; flex-direction: column; align-items: flex-end; gap: 8px; max-width: min(300px, 100vw - 2 * var(--ph-x)); }
.beside > div { display: contents; }
:host([data-position="left"]) .beside { right: auto; left: var(--ph-x); align-items: flex-start; }
.chip, .said { border: 1px solid rgb(0 0 0 / 13%); border-radius: 19px; background: #fff; color: #1c2230; box-shadow: 0 2px 10px rgb(0 0 0 / 13%); animation: come 0.2s; }
.chip { padding: 9px 14px; cursor: pointer; text-align: start; }
.said { display: flex; align-items: flex-start; border-radius: 14px; box-shadow: 0 6px 24px rgb(0 0 0 / 18%); overflow: hidden; }
.said > button { border: 0; background: none; color: inherit; cursor: pointer; text-align: start; font-size: 15px; line-height: 1.4; }
.said > [data-open] { flex: 1; min-width: 0; padding: 12px 4px 14px 16px; overflow-wrap: anywhere; white-space: pre-line; }
.said > [data-open]:hover { background: #f5f6f8; }
.said small { display: block; color: #4a5163; font-size: 13px; font-weight: 500; }
.said > [data-hide] { flex: none; width: 36px; height: 36px; margin: 2px; padding: 0; border-radius: 18px; color: #4a5163; font-size: 20px; line-height: 1; text-align: center; }
.said > [data-hide]:hover { background: #eceef2; }
.said > button:focus-visible { outline: 3px solid var(--ph-primary); outline-offset: -3px; border-radius: 14px; }
.chip:focus-visible { outline: 3px solid var(--ph-primary); outline-offset: 3px; }
@media ${coveringQuery} {
  .beside { bottom: calc(var(--ph-my, var(--ph-y)) + 68px + env(safe-area-inset-bottom)); }
  .beside > .chips { display: flex; flex-direction: row-reverse; align-items: center; gap: 8px; max-width: 260px; }
  :host([data-position="left"]) .beside > .chips { flex-direction: row; }
  .chip ~ .chip ~ .chip { display: none; }
}
@media (pointer: coarse) { .chip { min-height: 44px; } .said > [data-hide] { width: 44px; height: 44px; margin: 0; } }
@media (prefers-reduced-motion: reduce) { .chip, .said { animation: none; } }
@media (forced-colors: active) { .chip, .said { border: 1px solid; } }
`;
