import type { ComponentType } from "react";
import { lazy } from "../../parts/lazy.ts";
import type { IntegrationPartProps } from "./integrationPart.ts";

interface IntegrationPart {
  /** Its place in the address. */
  part: string;
  label: string;
  /** A sentence under the page's title. */
  subtitle: string;
  Screen: ComponentType<IntegrationPartProps>;
}

/** The parts of the tab Integrations, in their order; the first one opens. */
export const integrationParts: readonly [IntegrationPart, ...IntegrationPart[]] = [
  {
    part: "actions",
    label: "Actions",
    subtitle: "What the agent can do in a conversation.",
    Screen: lazy(() => import("./skills/SkillList.tsx")),
  },
  {
    part: "connections",
    label: "Connections",
    subtitle: "Services that the agent can use.",
    Screen: lazy(() => import("./connections/Connections.tsx")),
  },
  {
    part: "collections",
    label: "Data collections",
    subtitle: "Tables that the agent can search, fill and change.",
    Screen: lazy(() => import("./collections/Collections.tsx")),
  },
];
