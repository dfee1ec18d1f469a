import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsoleRoute } from "../../console/guards/route.ts";
import { routes } from "../../console/routes.tsx";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp, walkers, type RoleApp, type Walker } from "../kit/browser/roleApp.ts";
import { sampled } from "../kit/sampled.ts";
import { listSamplePaths } from "../kit/console/samplePaths.ts";

/**
 * What the specification says of each page and each role (2 Guarded routes, 4 Role guard and Session, 6): the page is
 * shown (`yes`), its visitor is sent to another one (`login` is /auth/login, `choose` /choose-company, `dashboard` the
 * account's), or is told which roles may see it (`told`). The super admin is in the group Support. A page that the list
 * of routes gains without a row here fails.
 */
const expected = `
route | guards | none | owner | admin | collaborator | support | super admin
/auth/login | authentication | yes | choose | choose | choose | choose | choose
/auth/register | authentication | yes | choose | choose | choose | choose | choose
/auth/register/complete | authentication | yes | choose | choose | choose | choose | choose
/auth/forgot-password | authentication | yes | choose | choose | choose | choose | choose
/auth/set-password | authentication | yes | choose | choose | choose | choose | choose
/accept-invite | authentication | login | yes | yes | yes | yes | yes
/choose-company | authentication, organisation | login | yes | yes | yes | yes | yes
/choose-app | authentication | login | yes | yes | yes | yes | yes
/verify-invite/:token? | public | yes | yes | yes | yes | yes | yes
/try-for-free/:type? | public | yes | yes | yes | yes | yes | yes
/accounts/:orgId/generatecopilotFromFreeSession/:uuid | authentication, organisation | login | yes | yes | yes | yes | yes
/setup-company | authentication, organisation, role | login | yes | yes | yes | choose | yes
/accounts/:orgId/dashboard | authentication, organisation, role | login | yes | yes | yes | yes | yes
/accounts/:orgId/insights | authentication, organisation, role | login | yes | yes | yes | yes | yes
/accounts/:orgId/cp/all/inbox/conversations/:threadId? | authentication, organisation, role | login | yes | yes | yes | yes | yes
/accounts/:orgId/account/teams | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/account/pricing | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/account/models | authentication, organisation, role | login | yes | yes | told | dashboard | yes
/accounts/:orgId/account/datasources | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/account/webhooks | authentication, organisation, role | login | yes | yes | told | dashboard | yes
/accounts/:orgId/account/organization | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/account/installation | authentication, organisation, role | login | yes | told | told | dashboard | yes
/accounts/:orgId/account/profile | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/create-ai-agent | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId | authentication, organisation, role | login | agent/setup-guide | agent/setup-guide | agent/setup-guide | dashboard | agent/setup-guide
/accounts/:orgId/cp/:agentId/setup-guide | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/overview | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/agent-insights | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/overview/tests | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/settings/:part? | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/versions | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/inbox | authentication, organisation, role | login | agent/inbox/conversations | agent/inbox/conversations | agent/inbox/conversations | dashboard | agent/inbox/conversations
/accounts/:orgId/cp/:agentId/inbox/conversations/:threadId? | authentication, organisation, role | login | yes | yes | yes | yes | yes
/accounts/:orgId/cp/:agentId/inbox/contacts/:contactId? | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/datasources | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/integrations/actions/:skillId | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/deploy/:part? | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/mcps | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/workflows | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
/accounts/:orgId/cp/:agentId/workflows/:workflowId | authentication, organisation, role | login | yes | yes | yes | dashboard | told
/accounts/:orgId/cp/:agentId/integrations/:part?/:itemId? | authentication, organisation, role | login | agent/integrations/actions | agent/integrations/actions | agent/integrations/actions | dashboard | agent/integrations/actions
/inbox/:orgId/:agentId/:threadId? | authentication | login | yes | yes | yes | yes | yes
/conversations/:orgId/:agentId/:threadId? | authentication | login | yes | yes | yes | yes | yes
* | authentication, organisation, role | login | yes | yes | yes | dashboard | yes
`
  .trim()
  .split("\n");

/** A trial that nobody began. */
const uuid = "00000000-0000-4000-8000-000000000000";

let app: RoleApp;
let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  app = await openRoleApp();
  chromium = await launch();
});
afterAll(() => chromium?.close());

it("the walk covers what each role sees on every route of the console", () => {
  const [head, ...rows] = expected.map((row) => row.split(" | "));
  expect(head).toEqual(["route", "guards", ...walkers]);
  expect(rows.map(([path]) => path)).toEqual(routes.map(({ path }) => path));
});

it("every route of the console shows every role what the specification says", async () => {
  const walked = sampled(routes, { name: "routes by role", count: 4 });
  const columns = await Promise.all(walkers.map((walker) => walk(walker, walked)));
  const rows = walked.map(({ path, guards }, index) =>
    [path, guards.join(", ") || "public", ...columns.map((column) => column[index])].join(" | "),
  );
  expect(rows).toEqual(expected.filter((row) => walked.some(({ path }) => row.startsWith(`${path} |`))));
  // Each page is loaded from the start.
}, 400_000);

it("a super admin passes every guard and still can't open another organization's rows", async () => {
  const page = await app.enter("super admin", chromium);
  const calls: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes(app.otherOrgId) && response.url().includes("/api/"))
      calls.push(response.status());
  });
  expect(await visit(page, `/accounts/${app.otherOrgId}/dashboard`)).toBe("/choose-company");
  expect(calls.filter((status) => status < 400)).toEqual([]);
  expect(await page.getByText("Other", { exact: true }).count()).toBe(0);
  await page.context().close();
});

async function walk(walker: Walker, walked: ConsoleRoute[]): Promise<string[]> {
  const page = await app.enter(walker, chromium);
  const sample = { orgId: app.orgId, agentId: app.agentId, token: "no-such-token", type: "website", uuid };
  const found: string[] = [];
  for (const route of walked) {
    const [path = ""] = listSamplePaths(route, {
      ...sample,
      ...{ threadId: "-", contactId: "-", skillId: "new", workflowId: "-", part: "team", itemId: "-" },
    });
    const shown = await visit(page, path);
    found.push(shown === path ? "yes" : describe(shown));
  }
  await page.context().close();
  return found;
}

function describe(path: string): string {
  const account = `/accounts/${app.orgId}`;
  const places: Record<string, string> = { "/auth/login": "login", "/choose-company": "choose" };
  return places[path] ?? path.replace(`${account}/cp/${app.agentId}`, "agent").replace(`${account}/`, "");
}

/** Opens a page from the start and gives the path on which it ends, or `told` where the page says who may see it. */
async function visit(page: Page, path: string): Promise<string> {
  await page.goto(app.server.url + path, { waitUntil: "commit" });
  const heading = page.locator("main h1:not(:empty)").filter({ hasText: /\S/ }).first();
  await heading.waitFor({ state: "attached" });
  return (await heading.textContent()) === "Not allowed" ? "told" : page.evaluate(() => location.pathname);
}
