import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { embedHeight, embedWidth } from "../../shared/domain/limits.ts";

/** What the preview is shown as: a site with the launcher, the iframe snippet's own size, a phone. */
export const previewSizes = {
  bubble: { width: 820, height: 720 },
  frame: { width: embedWidth, height: embedHeight },
  phone: { width: 390, height: 844 },
} as const;
export type PreviewMode = keyof typeof previewSizes;

/** What may be tried over the settings; none of it is saved. */
export interface PreviewChoices {
  mode: PreviewMode;
  scheme: "set" | "light" | "dark";
  language: "auto" | ChatLanguage;
  dir: "auto" | "ltr" | "rtl";
  isSlow: boolean;
}

/** So long each answer is held back on the slow network. */
export const slowNetworkMs = 2500;
