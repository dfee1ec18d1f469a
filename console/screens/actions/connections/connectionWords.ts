import type { Integration } from "../../../../shared/contract/integrations/integrations.ts";
import type { BadgeTone } from "../../../../shared/ui/Badge.tsx";

export const stateWords: Record<Integration["state"], { label: string; tone: BadgeTone }> = {
  unconnected: { label: "Not connected", tone: "neutral" },
  connected: { label: "Connected", tone: "success" },
  expiring: { label: "Expiring", tone: "warning" },
  broken: { label: "Broken", tone: "danger" },
};

/** What people read when they come back from a service without access. */
export function describeReturn(code: string): string {
  if (code === "provider_cancelled") return "You did not finish signing in. Try again.";
  if (code === "conflict") return "Someone changed this connection in the meantime. Try again.";
  // Why stands with the connection.
  return "The service could not be connected.";
}
