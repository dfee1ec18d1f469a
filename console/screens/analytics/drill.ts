import { agentTabPath } from "../../state/shell/paths.ts";

export interface Behind {
  orgId: string;
  /** Null where the figures of several agents are shown: the inbox is one agent's. */
  agentId: string | null;
  surface: string;
  from: string;
  to: string;
}

/** Gives the conversations behind a figure: those of its period, with the inbox's own filters. */
export function linkBehind(
  { orgId, agentId, surface, from, to }: Behind,
  filters: Record<string, string> = {},
): string | null {
  if (agentId === null) return null;
  const query = new URLSearchParams({
    begunSince: from,
    begunBefore: to,
    ...(surface && { surface }),
    ...filters,
  });
  return `${agentTabPath({ orgId, agentId, tab: "inbox/conversations" })}?${query}`;
}

/** Which conversations a measure counts, where those are not all of them. */
export const behindMeasure: Record<string, Record<string, string>> = {
  ...{ resolved: { resolution: "confirmed,assumed" }, automation: { resolution: "confirmed,assumed" } },
  ...{ resolutionRate: { resolution: "confirmed,assumed" }, handoffs: { resolution: "escalated,procedure" } },
  ...{ satisfaction: { rating: "4,5" }, rating: { rating: "1,2,3,4,5" }, ratings: { rating: "1,2,3,4,5" } },
  ...{ notFound: { resolution: "negative" }, costPerResolved: { resolution: "confirmed,assumed" } },
  confirmed: { resolution: "confirmed" },
  assumed: { resolution: "assumed" },
};
