import type { AnswerOf } from "../../../shared/contract/call.ts";
import { getDashboard, getRealtimeDashboard } from "../../../shared/contract/analytics/analytics.ts";
import type { Dashboard, Realtime } from "../../../shared/contract/analytics/analytics.ts";
import type { FigureFilters } from "../../../shared/domain/measures.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";

/** The last viewed figures. */
export const insights = createResource<Of<Dashboard>>();
/** What happens now in the organization, or with one agent. */
export const realtime = createResource<Of<Realtime>>();
/** The figures of the last seven days of the organization. */
export const lastWeek = createResource<Of<Dashboard>>();

export interface InsightsWanted {
  orgId: string;
  agentId: string | null;
  filters: FigureFilters;
  /** Days; the server's last 30 where they are empty. */
  from: string;
  to: string;
}

/** Reads the figures of a period. */
export async function loadInsights(wanted: InsightsWanted): Promise<void> {
  const of = ofPlace(wanted);
  resetUnlessOf(insights, of);
  await load(insights, async () => ({ ...(await read(wanted)), of }));
}

/** Reads the figures of the last seven days. */
export async function loadLastWeek(orgId: string): Promise<void> {
  resetUnlessOf(lastWeek, orgId);
  const [from, to] = [dayAgo(6), dayAgo(0)];
  const wanted = { orgId, agentId: null, filters: {}, from, to };
  await load(lastWeek, async () => ({ ...(await read(wanted)), of: orgId }));
}

async function read({ orgId, agentId, filters, from, to }: InsightsWanted): Promise<Dashboard> {
  const { data }: AnswerOf<typeof getDashboard> = await client.call(getDashboard, {
    params: { orgId },
    query: {
      dashboardId: agentId === null ? "copilot-overview-dashboard" : "copilot-level-dashboard",
      timezone: ownZone(),
      ...(agentId !== null && { agentId }),
      ...filters,
      ...(from && { from }),
      ...(to && { to }),
    },
  });
  return data;
}

interface Place {
  orgId: string;
  agentId: string | null;
}

const everyMs = 15_000;

/** Reads what happens now, again and again for as long as the page is seen, until the function it gives is called. */
export function watchRealtime(place: Place): () => void {
  const look = () => {
    if (document.visibilityState === "visible") void loadRealtime(place);
  };
  look();
  const timer = setInterval(look, everyMs);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** Reads what happens now. */
export async function loadRealtime({ orgId, agentId }: Place): Promise<void> {
  const of = ofPlace({ orgId, agentId });
  resetUnlessOf(realtime, of);
  await load(realtime, async () => {
    const query = { timezone: ownZone(), ...(agentId !== null && { agentId }) };
    const { data } = await client.call(getRealtimeDashboard, { params: { orgId }, query });
    return { ...data, of };
  });
}

/** Whose figures they are. */
export function ofPlace({ orgId, agentId }: Place): string {
  return `${orgId} ${agentId ?? ""}`;
}

/** The time zone of this browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** The day that was the given number of days ago, in this browser's time zone. */
export function dayAgo(days: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
