import { cleanup, render } from "@testing-library/react";
import { vi } from "vitest";
import { defaultBehavior } from "../../../shared/domain/behavior.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { languageModels } from "../../../shared/domain/models.ts";
import { makeUsage } from "../billing/plans.ts";
import type { FakeApi, Replies } from "./fakeApi.ts";
import { failWith, startFakeApi } from "./fakeApi.ts";

export interface OpenConsole {
  api: FakeApi;
  /** Where the page was sent by full reloads, in order; a test opens the console there itself if it wants to follow. */
  sentTo: string[];
}

/**
 * Opens the whole console at a path, as a browser that was just loaded: with fresh modules, the server faked at the
 * edge. Without other answers an owner of the organization o1 with the agent a1 is signed in.
 */
export async function openConsole(path: string, replies: Replies = {}): Promise<OpenConsole> {
  cleanup();
  // A part that the page before is still loading would be half of this page, and might never arrive.
  await vi.dynamicImportSettled();
  vi.resetModules();
  // A loaded page has no sheet of the page before.
  document.adoptedStyleSheets = [];
  history.replaceState(null, "", path);
  const api = startFakeApi({ ...signedIn(), ...replies });
  const sentTo: string[] = [];
  const { browser } = await import("../../../console/state/platform/browser.ts");
  browser.go = (target) => void sentTo.push(target);
  const { storeRedirectsOf } = await import("../../../console/state/accounts/redirect.ts");
  const { startNavigation } = await import("../../../console/state/shell/navigation.ts");
  const { routes } = await import("../../../console/routes.tsx");
  const { App } = await import("../../../console/shell/App.tsx");
  // The page of the test before may have gone elsewhere meanwhile, such as after it saved.
  history.replaceState(null, "", path);
  storeRedirectsOf(location.search);
  startNavigation();
  render(<App routes={routes} />);
  return { api, sentTo };
}

/** The answers of somebody signed in with these roles. */
export function signedIn(roles: Role[] = ["owner"], agents: Agent[] = [makeAgent()]): Replies {
  const organization = makeOrganization({ roles });
  const apps = "/api/console/v1/org/o1/copilotapps";
  return {
    "GET /api/auth/v1.0/session": session,
    "GET /api/auth/v1.0/profile/detail": { data: session.user },
    "GET /api/auth/v1.0/first-owner": { needed: false },
    "GET /api/organisation/organization": { items: [organization] },
    "GET /api/organisation/token/o1": { data: { token: "bearer1", roles } },
    "GET /api/account/v1/org/o1/subscriptions": { data: selfHosted },
    "GET /api/account/v1/org/o1/subscriptions/usage": { data: makeUsage() },
    "GET /api/account/v1/org/o1/agentusers": { data: { status: "offline" } },
    "GET /api/account/v1/org/o1/push": {
      data: { publicKey: "BPublic", kinds: [], hidesText: false, quietHours: null, devices: [] },
    },
    "GET /api/console/v1/org/o1/models": {
      items: languageModels.map((model) => ({ ...model, isAvailable: model.provider === "builtin" })),
    },
    "GET /api/console/v1/org/o1/deletedcopilotapps": {
      items: [],
      page: { page: 1, limit: 100, total: 0 },
    },
    [`GET ${apps}`]: { items: agents, page: { page: 1, limit: 100, total: agents.length } },
    ...Object.fromEntries(agents.map((agent) => [`GET ${apps}/${agent.id}`, { data: agent }])),
    ...Object.fromEntries(agents.flatMap(({ id }) => emptyTabs(`${apps}/${id}`))),
    ...Object.fromEntries(agents.map(({ id }) => [`GET /api/public/v1/copilotapps/${id}/events`, silence])),
  };
}

/** A stream that does not open. A refusal has everything shown be read again, at whatever moment it arrives. */
const silence = () => new Promise(() => {});

/** The answers of somebody who is not signed in. */
export const signedOut: Replies = { "GET /api/auth/v1.0/session": failWith("unauthenticated") };

export const session = {
  user: {
    _id: "u1",
    email: "ada@example.com",
    first_name: "Ada",
    last_name: "Lovelace",
    profile_pic_url: null,
    roles: ["owner"] as Role[],
    isSuperAdmin: false,
    meta: { isSuperAdmin: false },
  },
  session: { id: "s1", key: "0123456789abcdef0123456789abcdef", time: 0 },
};

const selfHosted = {
  planId: "self-hosted",
  plan: {
    name: "Self-hosted",
    type: "selfHosted",
    currentPrice: 0,
    currency: null,
    interval: null,
    features: [{ id: "app", units: 1_000_000 }],
  },
  paymentProvider: "none",
  currentEndDate: Date.UTC(9999, 11, 31),
  status: "active",
  isRenewing: true,
  graceEndsAt: null,
  lockedAgentIds: [],
};

/** An organization; tests name only what they care about. */
export function makeOrganization(part: Partial<Organization> & { roles?: Role[] } = {}): Organization {
  const { roles = ["owner"], org_id = "o1" } = part;
  return {
    _id: org_id,
    org_id,
    name: "Harbour Bikes",
    slug: "harbour-bikes",
    country: null,
    state: null,
    timeZone: "UTC",
    requiresSecondFactor: false,
    roles,
    member: { roles, role: roles[0] ?? null, agentStatus: "offline", meta: { isSuperAdmin: false } },
    orgAccounts: [
      {
        _id: `${org_id}-a`,
        org_id,
        acc_name: "Default",
        acc_desc: "",
        type: "default",
        identifier: "default",
      },
    ],
    ...part,
  };
}

/** An agent; tests name only what they care about. */
export function makeAgent(part: Partial<Agent> = {}): Agent {
  const { name = "Harbour Help", icon = "compass" } = part;
  return {
    id: "a1",
    name,
    icon,
    status: "live",
    configuration: {
      name,
      icon,
      description: "",
      personality: { preset: "friendly", text: "" },
      model: "pilothouse-builtin",
      instructions: "",
      language: "auto",
      ...defaultBehavior,
    },
    revision: 1,
    publishedVersion: 1,
    hasUnpublishedChanges: false,
    isDemo: false,
    savedBy: null,
    setupGuide: { items: [], allStepsReviewed: true },
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    ...part,
  };
}

/** What the tabs of an agent ask for, with nothing in it. */
function emptyTabs(agent: string): [string, unknown][] {
  const list = { items: [], page: { page: 1, limit: 25, total: 0 } };
  return [
    [`GET ${agent}/datasources`, list],
    [`GET ${agent}/datasources/shared`, list],
    [`GET ${agent}/threads`, list],
    [`GET ${agent}/surfaces`, { items: [] }],
  ];
}
