import { forecastRetention } from "../../../../shared/contract/conversations/threads/retention.ts";
import type { RetentionForecast } from "../../../../shared/contract/conversations/threads/retention.ts";
import { client } from "../../platform/client.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, load } from "../../platform/resource.ts";

interface Forecast extends RetentionForecast {
  agentId: string;
  days: number;
}

/** What keeping conversations for a number of days would delete now, as it was asked last. */
export const forecast = createResource<Forecast>();

/** Counts it. */
export async function loadForecast({ orgId, agentId }: AgentPlace, days: number): Promise<void> {
  await load(forecast, async () => {
    const params = { orgId, productId: agentId };
    const { data } = await client.call(forecastRetention, { params, query: { days } });
    return { ...data, agentId, days };
  });
}
