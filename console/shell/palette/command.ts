import type { ReactNode } from "react";

/** Something to go to or to do from the palette. */
export interface Command {
  /** The same each time, so that what was used recently is known again. */
  id: string;
  group:
    | "This agent"
    | "Agents"
    | "Go to"
    | "Actions"
    | "Settings"
    | "Members"
    | "Contacts"
    | "Data sources"
    | "Agent’s actions"
    | "Webhooks";
  label: string;
  /** Stands behind the label, and is searched too. */
  hint?: string;
  /** Is searched and not shown. */
  words?: string;
  /** Only what is typed finds it: there are too many to list. */
  isOnlySearched?: boolean;
  icon: ReactNode;
  /** The keys that do the same, as they came: somebody may have chosen others. */
  keys?: string;
  /** A page, or what is done. */
  href?: string;
  isNewTab?: boolean;
  run?: () => void;
}
