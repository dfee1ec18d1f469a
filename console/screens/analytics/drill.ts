import type { ThreadFigure } from "../../../shared/domain/figureState.ts";
import type { MeasureName } from "../../../shared/domain/measures.ts";
import { agentTabPath } from "../../state/shell/paths.ts";

export interface Behind {
  orgId: string;
  /** Null where the figures of several agents are shown: the inbox is one agent's. */
  agentId: string | null;
  surface: string;
  from: string;
  to: string;
}

/** Gives the conversations of the period that figures count, as the inbox lists them; all that visitors began where none is named. */
export function linkBehind(
  { orgId, agentId, surface, from, to }: Behind,
  figures: readonly ThreadFigure[] = ["conversations"],
  filters: Record<string, string> = {},
): string | null {
  if (agentId === null) return null;
  const query = new URLSearchParams({
    begunSince: from,
    begunBefore: to,
    figure: figures.join(","),
    ...(surface && { surface }),
    ...filters,
  });
  return `${agentTabPath({ orgId, agentId, tab: "inbox/conversations" })}?${query}`;
}

const resolved = ["confirmed", "assumed"] as const;

/**
 * What each measure counts: of a share what is counted of the whole. Measures of messages are not among them: a message
 * counts when it is written, whenever its conversation began.
 */
export const figuresBehind: Partial<Record<MeasureName, readonly ThreadFigure[]>> = {
  ...{
    conversations: ["conversations"],
    visitors: ["conversations"],
    teamConversations: ["teamConversations"],
  },
  ...{ involved: ["involved"], involvement: ["involved"] },
  ...{ resolved, automation: resolved, resolutionRate: resolved, costPerResolved: resolved },
  ...{ confirmed: ["confirmed"], assumed: ["assumed"], handedOver: ["handedOver"] },
  ...{ abandoned: ["abandoned"], unresolved: ["unresolved"], open: ["open"] },
  ...{ returned: ["returned"], handoffs: ["handoffs"] },
  ...{ satisfaction: ["satisfied"], rating: ["ratings"], ratings: ["ratings"] },
};
