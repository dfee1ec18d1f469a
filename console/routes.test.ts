import { describe, expect, it } from "vitest";
import type { Role } from "../shared/domain/access.ts";
import { roles } from "../shared/domain/access.ts";
import { routes } from "./routes.tsx";
import type { GuardedMember } from "./guards/guard.ts";
import { isShownTo } from "./guards/route.ts";

const tabs = routes.filter(({ menu }) => menu?.place === "agent");
const labelsFor = (member: GuardedMember) =>
  tabs.filter((route) => isShownTo(route, member)).map(({ menu }) => menu?.label);

describe("the tabs of an agent", () => {
  it.each([
    "Setup Guide",
    "Tests",
    "Configuration",
    "Versions",
    "Contacts",
    "Data Sources",
    "Deploy",
    "MCP",
    "Workflows",
    "Integrations",
  ])("%s is for Admin, Owner and Advisor", (label) => {
    const route = tabs.find(({ menu }) => menu?.label === label);
    const seenBy = roles.filter((role) => route && isShownTo(route, { roles: [role], isSuperAdmin: false }));
    expect(seenBy).toEqual(["owner", "admin", "collaborator"]);
  });

  it.each<[Role[], string[]]>([
    [[], ["Overview", "Insights", "Inbox"]],
    [["support"], ["Inbox"]],
    [["support", "collaborator"], ["Inbox"]],
    [
      ["support", "admin"],
      [
        "Setup Guide",
        "Overview",
        "Insights",
        "Tests",
        "Configuration",
        "Versions",
        "Inbox",
        "Contacts",
        "Data Sources",
        "Deploy",
        "MCP",
        "Workflows",
        "Integrations",
      ],
    ],
    [
      ["collaborator"],
      [
        "Setup Guide",
        "Overview",
        "Insights",
        "Tests",
        "Configuration",
        "Versions",
        "Inbox",
        "Contacts",
        "Data Sources",
        "Deploy",
        "MCP",
        "Workflows",
        "Integrations",
      ],
    ],
  ])("are shown to %j as %j", (held, labels) => {
    expect(labelsFor({ roles: held, isSuperAdmin: false })).toEqual(labels);
  });

  it("are all shown to a super admin, whatever the roles", () => {
    for (const held of [[], ["support"]] satisfies Role[][])
      expect(labelsFor({ roles: held, isSuperAdmin: true })).toEqual(tabs.map(({ menu }) => menu?.label));
  });
});

describe("the list of routes", () => {
  const every = ["authentication", "organisation", "role"];

  it("runs every page of an organization through all three guards, in their order", () => {
    // Claiming a trial has no role guard: the server decides who may create agents.
    const area = routes.filter(
      ({ path }) => path.startsWith("/accounts/") && !path.includes("FromFreeSession"),
    );
    expect(area.length).toBeGreaterThan(5);
    for (const { path, guards } of area) expect(guards, path).toEqual(every);
  });

  it.each(["/auth/login", "/auth/register", "/auth/forgot-password", "/auth/set-password", "/accept-invite"])(
    "runs %s through authentication only, without the console bar",
    (path) => {
      expect(routes.find((route) => route.path === path)).toMatchObject({
        guards: ["authentication"],
        frame: "bare",
      });
    },
  );

  it.each(["/choose-company", "/choose-app", "/try-for-free", "/accept-invite", "/verify-invite"])(
    "recognizes %s",
    (fragment) => {
      expect(routes.some(({ path }) => path === fragment || path.startsWith(`${fragment}/`))).toBe(true);
    },
  );
});
