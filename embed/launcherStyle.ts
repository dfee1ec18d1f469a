/**
 * The launcher's own sheet. `:host` is reset whole and with importance, which inside a shadow root outranks the page's, so
 * that no rule of the page reaches in. The icon is white or black by the lightness (L* 49.44) at which both have the same
 * contrast.
 */
export const launcherStyle =
  ":host{all:initial!important}" +
  "[hidden],:host([hidden]),span:empty{display:none!important}" +
  "*{box-sizing:border-box;font:500 15px/1.3 system-ui}" +
  "[part=launcher],[role=alert]{position:fixed;z-index:var(--ph-z);right:var(--ph-x);bottom:calc(var(--ph-y) + env(safe-area-inset-bottom));display:flex;align-items:center;gap:10px;height:56px;padding:0 15px;border:1px solid #0000;border-radius:28px;cursor:pointer;text-decoration:none;color:#fff;color:lch(from var(--ph-primary) calc((49.44 - l)*9e9) 0 0);background:var(--ph-primary);box-shadow:0 8px 24px #0004}" +
  "[role=alert]{height:auto;max-width:280px;margin:0 0 68px;padding:15px;cursor:auto}" +
  ":host([data-position=left]) :is([part=launcher],[role=alert]){right:auto;left:var(--ph-x)}" +
  "svg{width:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}" +
  "@media print{:host{display:none!important}}";
