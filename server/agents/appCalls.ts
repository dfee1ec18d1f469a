import { getApp, listApps } from "../../shared/contract/agents/apps.ts";
import type { App } from "../../shared/contract/agents/apps.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import { findAgent } from "./find.ts";
import { listAgentRows } from "./lists.ts";
import type { AgentPart, AgentSurface } from "./parts.ts";
import { presentAgent } from "./present.ts";
import type { AgentRow } from "./tables.ts";

export interface AppDeps {
  store: Store;
  parts: AgentPart[];
}

/** The organization's applications: its agents as other programs see them, found by the same work as the agents' own calls. */
export function appRoutes({ store: { db }, parts }: AppDeps): Route[] {
  async function findPlaces({ organizationId, may }: MemberCaller, agentIds: string[]) {
    const agents = { organizationId, agentIds };
    const found: AgentSurface[] = [];
    for (const part of parts) found.push(...((await part.listPlaces?.(db, agents)) ?? []));
    return may("surfaces.read") ? found : found.map((place) => ({ ...place, token: null, path: null }));
  }

  return [
    handle(listApps, async ({ caller, query }) => {
      const { organizationId, agentIds: only } = caller;
      const { rows, total } = await listAgentRows(db, { organizationId, only, ...query });
      const places = await findPlaces(
        caller,
        rows.map(({ id }) => id),
      );
      return { items: rows.map((row) => presentApp(row, places)), page: { ...query, total } };
    }),

    handle(getApp, async ({ caller, params }) => {
      const { organizationId } = caller;
      const row = await findAgent(db, { organizationId, agentId: params.appId });
      return { data: presentApp(row, await findPlaces(caller, [row.id])) };
    }),
  ];
}

function presentApp(row: AgentRow, places: AgentSurface[]): App {
  const { id, name, icon, status } = presentAgent(row);
  const own = places.filter(({ agentId }) => agentId === id);
  const surfaces = own.map(({ agentId: _, ...place }) => place);
  return { id, name, icon, status, surfaces };
}
