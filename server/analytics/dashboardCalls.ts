import { getDashboard, getRealtimeDashboard } from "../../shared/contract/analytics/analytics.ts";
import { getPanelDashboard, getPanelRealtimeDashboard } from "../../shared/contract/analytics/panel.ts";
import { pickFilters } from "../../shared/domain/measures.ts";
import { listAgentsToday } from "../../shared/contract/analytics/today.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { foldFigures } from "../conversations/figures/fold.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { lastDays } from "./lastDays.ts";
import { listOwnAgents } from "./ownAgents.ts";
import { readDashboard } from "./readDashboard.ts";
import { readRealtime } from "./readRealtime.ts";
import { readToday } from "./readToday.ts";

/** The calls of the dashboards, each by its path of the console and of the panel. */
export function dashboardRoutes({ store, now }: AnalyticsDeps): Route[] {
  const calls = [
    handle(getDashboard, async ({ caller, query }) => {
      const { dashboardId, agentId, timezone, from, to } = query;
      if (dashboardId === "copilot-level-dashboard" && agentId === undefined) {
        const message = "The dashboard of an agent needs its id.";
        throw new AppError("invalid_input", { fields: [{ path: "query.agentId", message }] });
      }
      const agents = await listOwnAgents(store.db, caller, agentId);
      await foldFigures(store);
      const usual = lastDays(now(), timezone);
      const days = { from: from ?? usual.from, to: to ?? usual.to, timezone };
      const { organizationId } = caller;
      return {
        data: await readDashboard(store.reader, {
          ...{ dashboardId, organizationId, agents, days },
          filters: pickFilters(query),
          isWhole: agentId === undefined && caller.agentIds === null,
        }),
      };
    }),

    handle(getRealtimeDashboard, async ({ caller, query: { agentId, timezone } }) => {
      const agents = await listOwnAgents(store.db, caller, agentId);
      const agentIds = agents.map(({ id }) => id);
      const { organizationId } = caller;
      return {
        data: await readRealtime(store.reader, { organizationId, agentIds, timezone, now: now() }),
      };
    }),
  ];
  const [dashboard, realtime] = calls;
  if (!dashboard || !realtime) throw new Error("Both were made just now.");
  return [
    ...calls,
    handle(listAgentsToday, async ({ caller, query: { timezone } }) => {
      await foldFigures(store);
      const agentIds = (await listOwnAgents(store.db, caller)).map(({ id }) => id);
      const { organizationId } = caller;
      const problems = {
        ofSources: caller.may("knowledge.read"),
        ofChannels: caller.may("surfaces.read"),
      };
      const wanted = { organizationId, agentIds, timezone, now: now(), problems };
      return { data: await readToday(store.reader, wanted) };
    }),
    { call: getPanelDashboard, handler: dashboard.handler },
    { call: getPanelRealtimeDashboard, handler: realtime.handler },
  ];
}
