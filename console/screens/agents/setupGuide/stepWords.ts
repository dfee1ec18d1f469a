import { Bot, Library, Palette, Rocket, Zap } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { SetupGuideType } from "../../../../shared/domain/setupGuide.ts";

export interface StepWords {
  title: string;
  icon: LucideIcon;
  what: string;
  minutes: number;
  /** The tab on which it is done, the end of its address where one part of the tab is meant, and what leads there. */
  tab: string;
  part?: string;
  action: string;
}

/** Each step of the setup guide: what, how long, and where. A step leads only to what is there. */
export const stepWords: Record<SetupGuideType, StepWords> = {
  "create-copilot": {
    title: "Create the agent",
    icon: Bot,
    what: "Name, tone and model.",
    minutes: 3,
    tab: "settings",
    action: "Edit configuration",
  },
  datasources: {
    title: "Add knowledge",
    icon: Library,
    what: "The agent answers from your site and cites the page.",
    minutes: 5,
    tab: "datasources",
    action: "Open data sources",
  },
  appearance: {
    title: "Match your brand",
    icon: Palette,
    what: "Colors, welcome message and suggested questions.",
    minutes: 4,
    tab: "deploy",
    action: "Change appearance",
  },
  "ai-actions": {
    title: "Add actions",
    icon: Zap,
    what: "Look up orders, send requests, collect details.",
    minutes: 5,
    tab: "integrations",
    action: "Add action",
  },
  surfaces: {
    title: "Install on your site",
    icon: Rocket,
    what: "Paste one line into your site. This step completes when a page shows the chat.",
    minutes: 2,
    tab: "deploy",
    part: "/install",
    action: "Get snippet",
  },
};
