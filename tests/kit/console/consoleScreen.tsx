import type { ComponentType } from "react";
import { render } from "@testing-library/react";
import { Route, Router } from "wouter";
import { useGuardedLocation } from "../../../console/parts/useGuardedLocation.ts";
import { emptyAgents } from "../../../console/state/agents/agents.ts";
import { navigate } from "../../../console/state/shell/navigation.ts";
import { organization } from "../../../console/state/accounts/organization.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { agentId, orgId } from "./consoleServer.ts";
import { makeAgent as makeAnyAgent } from "./openConsole.tsx";

interface ScreenOptions {
  /** What follows the agent's address: `datasources?add=text`. */
  at: string;
  /** The pattern of the route, likewise. */
  route: string;
  screen: ComponentType;
  roles?: Role[];
}

/** Draws a screen of an agent at an address, as a member of these roles. */
export function openScreen({ at, route, screen: Screen, roles = ["owner"] }: ScreenOptions) {
  emptyAgents();
  Object.assign(organization, { _id: orgId, roles });
  navigate(`/accounts/${orgId}/cp/${agentId}/${at}`);
  return render(
    <Router hook={useGuardedLocation}>
      <Route path={`/accounts/:orgId/cp/:agentId/${route}`}>
        <Screen />
      </Route>
    </Router>,
  );
}

/** A source as the server gives it: a website that was read. */
export function makeSource(part: Partial<DataSource> = {}): DataSource {
  return {
    ...{
      id: "source-1",
      agentId,
      name: "shop.example",
      files: [],
      connection: null,
      status: "ready",
      error: null,
    },
    config: {
      ...{ kind: "website", scope: "site", urls: ["https://shop.example/"] },
      ...{ include: [], exclude: [], maxDepth: 5, maxPages: 500 },
    },
    counts: { pages: 1, passages: 2, characters: 60, failed: 0 },
    ...{ schedule: null, nextSyncAt: null, webhook: null },
    ...{ lastRun: null, lastSyncedAt: 1_790_000_000_000, restoredVersion: null },
    ...{ createdAt: 1_790_000_000_000, updatedAt: 1_790_000_000_000 },
    ...part,
  };
}

/** The agent that the screen is about, as the server gives it. */
export function makeAgent(part: Partial<Agent> = {}): Agent {
  return makeAnyAgent({
    ...{ id: agentId, createdAt: 1_790_000_000_000, updatedAt: 1_790_000_000_000 },
    ...part,
  });
}
