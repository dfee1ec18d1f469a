/**
 * The launcher's own sheet. `:host` is reset whole and with importance, which inside a shadow root outranks the page's, so
 * that no rule of the page reaches in. The icon is white or black by the lightness (L* 49.44) at which both have the same
 * contrast.
 */
export const launcherStyle =
  ":host{all:initial!important}" +
  "[hidden],:host([hidden]){display:none!important}" +
  "*{font:500 15px/1.3 system-ui}" +
  "[part=launcher],b{position:fixed;right:var(--ph-x);bottom:calc(var(--ph-y) + env(safe-area-inset-bottom));z-index:var(--ph-z);display:flex;align-items:center;gap:10px;padding:15px;border:1px solid #0000;border-radius:28px;text-decoration:none;color:#fff;color:lch(from var(--ph-primary) calc((49.44 - l)*9e9) 0 0);background:var(--ph-primary);box-shadow:0 8px 24px #0004}" +
  "b{margin:0 0 68px;max-width:240px}" +
  ":host([data-position=left]) :is([part=launcher],b){right:auto;left:var(--ph-x)}" +
  "svg{width:24px;height:24px;fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round;stroke-width:2}" +
  "@media print{:host{display:none!important}}";
