/**
 * The launcher's own sheet. `:host` is reset whole, so that the page's rules for unknown elements don't reach in. The
 * icon is white or black by the lightness (L* 49.44) at which both have the same contrast.
 */
export const launcherStyle = `
:host{all:initial}
[hidden],:host([hidden]),.cross,:host([data-open]) :is(.chat,.label){display:none!important}
:host([data-open]) .cross{display:block!important}
*{box-sizing:border-box;font:500 15px/1.3 system-ui,sans-serif}
.button,.suggestions{position:fixed;z-index:var(--ph-z);right:20px;bottom:calc(20px + env(safe-area-inset-bottom));display:flex}
:host([data-position=left]) :is(.button,.suggestions){right:auto;left:20px}
.button{align-items:center;gap:10px;height:56px;padding:0 16px;border:0;border-radius:28px;cursor:pointer;color:#fff;color:lch(from var(--ph-primary) calc((49.44 - l)*infinity) 0 0);background:var(--ph-primary);box-shadow:0 8px 24px #0004}
.button:hover{filter:brightness(1.08)}
.button:focus-visible,.chip:focus-visible{outline:3px solid var(--ph-primary);outline-offset:3px}
svg{width:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.badge{position:absolute;top:-4px;right:-4px;padding:3px 7px;border-radius:11px;background:#c62828;color:#fff;font-size:12px}
.suggestions{margin-bottom:68px;flex-direction:column;align-items:flex-end;gap:8px;max-width:min(300px,100vw - 40px)}
:host([data-position=left]) .suggestions{align-items:flex-start}
.chip{padding:9px 14px;border:1px solid #0002;border-radius:19px;background:#fff;color:#1c2230;cursor:pointer;text-align:start;box-shadow:0 2px 10px #0002}
@media (forced-colors:active){.button,.chip{border:1px solid}}
@media print{:host{display:none}}
`;
