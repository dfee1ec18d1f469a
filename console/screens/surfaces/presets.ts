import { defaultChatColor } from "../../../shared/domain/product.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";

/** What a preset fills: all that is look and nothing that is words. */
export type Look = Pick<
  WidgetSettings,
  "primary" | "onPrimary" | "scheme" | "radius" | "density" | "font" | "launcherIcon"
>;

export interface Preset {
  name: string;
  look: Look;
}

const plain = { onPrimary: null, scheme: "auto", density: "comfortable", font: "system" } as const;

/** Looks to start from; each reads well in the schemes that it shows in. */
export const presets: readonly Preset[] = [
  { name: "Harbor", look: { ...plain, primary: defaultChatColor, radius: 16, launcherIcon: "chat" } },
  { name: "Cobalt", look: { ...plain, primary: "#2f5bea", radius: 12, launcherIcon: "chat" } },
  {
    name: "Graphite",
    look: { ...plain, primary: "#64717f", radius: 4, density: "compact", launcherIcon: "question" },
  },
  {
    name: "Meadow",
    look: { ...plain, primary: "#2e7d4f", radius: 20, font: "rounded", launcherIcon: "chat" },
  },
  { name: "Plum", look: { ...plain, primary: "#9248c9", radius: 18, launcherIcon: "spark" } },
  { name: "Ember", look: { ...plain, primary: "#c8451b", radius: 10, launcherIcon: "wave" } },
  {
    name: "Library",
    look: {
      ...plain,
      primary: "#8a4b2f",
      scheme: "light",
      radius: 6,
      font: "serif",
      launcherIcon: "question",
    },
  },
  {
    name: "Midnight",
    look: { ...plain, primary: "#8ea2ff", scheme: "dark", radius: 14, launcherIcon: "spark" },
  },
];

/** Whether the settings look like the preset now. */
export function hasLook(settings: WidgetSettings, { look }: Preset): boolean {
  return (Object.keys(look) as (keyof Look)[]).every((name) => settings[name] === look[name]); // its own keys
}
