import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { embedHeight, embedWidth } from "../../shared/domain/limits.ts";

/** What the preview is shown as: a site with the launcher, the launcher's panel, the iframe snippet's own size, a phone. */
export type PreviewMode = "bubble" | "panel" | "frame" | "phone";

/** The size that each of them has on a visitor's screen. */
export function sizePreview(mode: PreviewMode, { panelWidth, panelHeight }: PanelSize) {
  if (mode === "panel") return { width: panelWidth, height: panelHeight };
  return sizes[mode];
}
type PanelSize = Pick<WidgetSettings, "panelWidth" | "panelHeight">;

/** A site's window, in which the launcher and its panel stand. */
export const siteSize = { width: 820, height: 720 } as const;
const sizes = {
  bubble: siteSize,
  frame: { width: embedWidth, height: embedHeight },
  phone: { width: 390, height: 844 },
} as const;

/** What may be tried over the settings; none of it is saved. */
export interface PreviewChoices {
  mode: PreviewMode;
  scheme: "set" | "light" | "dark";
  language: "auto" | ChatLanguage;
  dir: "auto" | "ltr" | "rtl";
  isSlow: boolean;
}

/** How long each answer is delayed on the slow network. */
export const slowNetworkMs = 2500;
