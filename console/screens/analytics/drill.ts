import type { ThreadFigure } from "../../../shared/domain/figureState.ts";
import type { FigureFilters, MeasureName } from "../../../shared/domain/measures.ts";
import { agentTabPath, paths } from "../../state/shell/paths.ts";

export interface Behind {
  orgId: string;
  /** Null where the figures of several agents are shown. */
  agentId: string | null;
  filters: FigureFilters;
  from: string;
  to: string;
}

/** Gives the conversations of the period that figures count, as the inbox lists them; all that visitors began where none is named. */
export function linkBehind(
  behind: Behind,
  figures: readonly ThreadFigure[] = ["conversations"],
  filters: FigureFilters = {},
): string {
  const { from, to } = behind;
  return linkInbox(behind, { begunSince: from, begunBefore: to, figure: figures.join(",") }, filters);
}

/** Gives the conversations in which anything can have been said in the period: a message counts when it is written. */
function linkSaid(behind: Behind): string {
  return linkInbox(behind, { since: behind.from, begunBefore: behind.to });
}

function linkInbox(
  { orgId, agentId, filters: shown }: Behind,
  asked: Record<string, string>,
  filters: FigureFilters = {},
): string {
  const { surface, language, label } = { ...shown, ...filters };
  const query = new URLSearchParams({
    ...asked,
    ...(surface !== undefined && { surface }),
    ...(language !== undefined && { language }),
    ...(label !== undefined && { labelId: label }),
  });
  const inbox =
    agentId === null ? paths.inbox(orgId) : agentTabPath({ orgId, agentId, tab: "inbox/conversations" });
  return `${inbox}?${query}`;
}

/** Where a figure leads, and what is there; null where the product keeps nothing else of it. */
export function findBehind(behind: Behind, measure: MeasureName): { href: string; title: string } | null {
  const counted = figuresBehind[measure];
  if (counted) return { href: linkBehind(behind, counted), title: "Show these conversations" };
  const card = cardsBehind[measure];
  if (card) return { href: `#${card}`, title: "Show details" };
  if (!ofMessages.has(measure)) return null;
  return { href: linkSaid(behind), title: "Show the conversations of these days" };
}

/** What stands further down the page, with what it leads to from there. */
const cardsBehind: Partial<Record<MeasureName, string>> = {
  ...{ notFound: "unanswered", toolRuns: "tools", toolFailures: "tools", toolFailureRate: "tools" },
  ...{ workflowRuns: "workflows", workflowFailures: "workflows", workflowFailureRate: "workflows" },
  ...{ tokensIn: "models", tokensOut: "models", answerTime: "models", credits: "models" },
};

/** Whatever is written in a conversation, a form that was sent among it. */
const ofMessages: ReadonlySet<MeasureName> = new Set<MeasureName>([
  ...(["messages", "leads", "sentiment", "goodMood", "badMood", "uncitedAnswers", "helpful"] as const),
  ...(["slaMet", "firstReplyTime", "teamReplyTime", "resolutionTime"] as const),
]);

const resolved = ["confirmed", "assumed"] as const;

/**
 * What each measure counts: of a share what is counted of the whole. Measures of messages are not among them: a message
 * counts when it is written, whenever its conversation began.
 */
const figuresBehind: Partial<Record<MeasureName, readonly ThreadFigure[]>> = {
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
