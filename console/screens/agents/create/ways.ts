import { Globe, LayoutGrid, PenLine } from "lucide-react";
import type { LucideIcon } from "lucide-react";

/** The three ways to begin. */
export const ways = ["describe", "website", "template"] as const;
export type Way = (typeof ways)[number];

export const wayWords: Record<Way, { title: string; text: string; icon: LucideIcon }> = {
  describe: {
    title: "Describe it",
    text: "Say in your own words what it should help with.",
    icon: PenLine,
  },
  website: {
    title: "Use a website",
    text: "We read a few pages and suggest name, color and questions.",
    icon: Globe,
  },
  template: {
    title: "Choose a template",
    text: "Start from a ready-made agent.",
    icon: LayoutGrid,
  },
};

/** The way that an address names; null for none. */
export function readWay(text: string): Way | null {
  return ways.find((way) => way === text) ?? null;
}
