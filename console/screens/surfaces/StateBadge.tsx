import type { ReactNode } from "react";
import { Badge } from "../../../shared/ui/Badge.tsx";

const words = {
  connected: { tone: "success", label: "Connected" },
  broken: { tone: "danger", label: "Not working" },
  off: { tone: "neutral", label: "Off" },
} as const;

/** How a connection to a provider is, in a word. */
export function StateBadge({ state }: { state: keyof typeof words }): ReactNode {
  return <Badge tone={words[state].tone}>{words[state].label}</Badge>;
}
