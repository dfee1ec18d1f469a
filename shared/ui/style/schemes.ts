/** Light is the default; both carry the same names. */
export type Scheme = "light" | "dark";

/**
 * The colors of the two schemes, by the name of their variable (`--ph-canvas` and so on). `text`, `text-2` and
 * `text-3` are readable (4.5 : 1) on canvas, surface, raised, sunken and bubble; `line` parts
 * areas, `line-2` frames buttons, `line-strong` marks a field (3 : 1).
 */
export const schemes = {
  light: {
    canvas: "#f6f7f8",
    surface: "#ffffff",
    raised: "#ffffff",
    sunken: "#eff1f3",
    bubble: "#f1f3f6",
    line: "#e2e6ea",
    "line-2": "#ccd3da",
    "line-strong": "#858f9a",
    text: "#17212b",
    "text-2": "#465361",
    "text-3": "#5f6b77",
    danger: "#b3261e",
    "danger-hover": "#95201a",
    "danger-text": "#b3261e",
    "danger-soft": "#fdefee",
    "success-text": "#12693f",
    "success-soft": "#e8f6ee",
    "warning-text": "#7d4e00",
    "warning-soft": "#fff4dc",
  },
  dark: {
    canvas: "#0f1419",
    surface: "#161c22",
    raised: "#1d242c",
    sunken: "#12171d",
    bubble: "#232b34",
    line: "#29323b",
    "line-2": "#3b4651",
    "line-strong": "#6f7c89",
    text: "#e9eef2",
    "text-2": "#b7c2cc",
    "text-3": "#94a1ad",
    danger: "#c93c33",
    "danger-hover": "#b0352d",
    "danger-text": "#ff9b92",
    "danger-soft": "#3a1d1c",
    "success-text": "#6fd6a0",
    "success-soft": "#14301f",
    "warning-text": "#f2c063",
    "warning-soft": "#35280f",
  },
} as const satisfies Record<Scheme, Record<string, string>>;
