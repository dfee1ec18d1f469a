import { Bot, Library, Palette, Rocket, Zap } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { SetupGuideType } from "../../../../shared/domain/setupGuide.ts";

export interface StepWords {
  title: string;
  icon: LucideIcon;
  /** What is done. */
  what: string;
  why: string;
  minutes: number;
  /** The tab on which it is done, and what leads there. */
  tab: string;
  action: string;
}

/** Each step of the setup guide: what, why, how long, and where. A step leads only to what is there. */
export const stepWords: Record<SetupGuideType, StepWords> = {
  "create-copilot": {
    title: "Create the agent",
    icon: Bot,
    what: "It has a name, a tone and a model. Say in its instructions whom it helps, and with what.",
    why: "A few sentences on its purpose make every answer better.",
    minutes: 3,
    tab: "settings",
    action: "See its configuration",
  },
  datasources: {
    title: "Add knowledge",
    icon: Library,
    what: "Your website, documents or typed text, read again whenever you ask for it.",
    why: "It answers from what you gave it, and shows where it found it.",
    minutes: 5,
    tab: "datasources",
    action: "Add a data source",
  },
  appearance: {
    title: "Make it look like you",
    icon: Palette,
    what: "Colours, shape, welcome words and suggested questions of the chat.",
    why: "Visitors trust a chat that belongs to the page.",
    minutes: 4,
    tab: "deploy",
    action: "Change the look",
  },
  "ai-actions": {
    title: "Let it act",
    icon: Zap,
    what: "Look up an order, send a request, or take down what a visitor wants. A rule for special cases counts too.",
    why: "Visitors come to get something done. An answer alone often isn't enough.",
    minutes: 5,
    tab: "integrations",
    action: "Add an action",
  },
  surfaces: {
    title: "Put it where your visitors are",
    icon: Rocket,
    what: "One line on your site, or a page of its own. This step ticks itself when the first page shows it.",
    why: "Only there it helps anybody.",
    minutes: 2,
    tab: "deploy",
    action: "Get the line for your site",
  },
};
