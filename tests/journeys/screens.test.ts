import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsoleRoute } from "../../console/guards/route.ts";
import { fillPath } from "../../console/guards/route.ts";
import { routes } from "../../console/routes.tsx";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, updateAgent, type AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import { createIntegration } from "../../shared/contract/integrations/integrations.ts";
import { createCollection } from "../../shared/contract/collections/collections.ts";
import { createCustomField } from "../../shared/contract/conversations/inbox/customFields.ts";
import { sayConsent } from "../../shared/contract/conversations/contacts/consent.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import {
  createDataSource,
  getDataSource,
  updateDataSource,
} from "../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../shared/contract/knowledge/sourceConfigs.ts";
import { createWorkflow } from "../../shared/contract/workflows/workflows.ts";
import { refund } from "../../shared/domain/workflows/gallery/refund.ts";
import { getThread } from "../../shared/contract/conversations/threads/threads.ts";
import { addTexts, openVisitor } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { websiteConfig } from "../kit/knowledge/knowledge.ts";
import { pressShortcut } from "../kit/console/pressShortcut.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { sampled } from "../kit/sampled.ts";
import { listSamplePaths, type SampleParams } from "../kit/console/samplePaths.ts";

const schemes = ["light", "dark"] as const;
type Look = { width: number; scheme: (typeof schemes)[number] };
/** Each screen is seen in one of these, another one each run; `npm run test:full` sees each in all of them. */
const looks: Look[] = [
  ...[390, 1440].flatMap((width) => schemes.map((scheme) => ({ width, scheme }))),
  { width: 768, scheme: "light" },
];
/** Places of a page that the list of routes does not name, by the page. */
const views: Record<string, string[]> = {
  "/accounts/:orgId/account/teams": ["?view=invites"],
  "/accounts/:orgId/cp/:agentId/overview/tests": ["?view=runs", "?view=gaps", "?case=new"],
  "/accounts/:orgId/cp/:agentId/datasources": [
    ...["?add=website", "?add=files", "?add=text", "?add=googleDrive", "?add=notion"],
    ...["?hygiene=like", "?hygiene=stale"],
  ],
  "/accounts/:orgId/cp/:agentId/inbox/conversations/:threadId?": ["?layout=table"],
  "/accounts/:orgId/cp/:agentId/integrations/actions/:skillId": [
    ...["?from=curl", "?from=openapi", "?from=request", "?from=form"],
  ],
  "/accounts/:orgId/cp/:agentId/integrations/:part?/:itemId?": [
    ...["/collections", "/collections/:itemId", "/connections", "/connections/:integrationId"],
  ],
  "/accounts/:orgId/cp/:agentId/workflows/:workflowId": [
    ...["?step=trigger", "?step=request", "?step=decide", "?look=procedure", "?look=canvas"],
    ...["?view=runs", "?view=simulations", "?view=versions"],
  ],
  "/accounts/:orgId/cp/:agentId/deploy/:part?": [
    "?group=language",
    "?group=offers",
    "/messages",
    "/identity",
    "/page",
    "/channels",
    "/team",
  ],
};
/** What opens over a page: where, and how. */
const overlays: Record<string, { path: string; width?: number; open: (page: Page) => Promise<void> }> = {
  "restoring a version": {
    path: "versions?version=1&restore=1",
    open: (page) => page.getByRole("radio", { name: /Settings only/ }).waitFor(),
  },
  "the command palette": {
    path: "overview",
    open: async (page) => {
      await page.getByRole("button", { name: "Search, command palette" }).click();
      await page.getByRole("listbox", { name: "Results" }).getByRole("option").first().waitFor();
    },
  },
  "what the palette finds": {
    path: "overview",
    open: async (page) => {
      await pressShortcut(page, "ControlOrMeta+k");
      await page.getByRole("combobox", { name: /^Search agents/ }).fill("da");
      await page.getByRole("option", { name: "Dashboard" }).waitFor();
    },
  },
  "what is drafted for an agent that is there": {
    path: "settings",
    open: async (page) => {
      await page.getByRole("button", { name: "AI generate" }).click();
      await page.getByRole("dialog").getByText("A description").click();
      await page
        .getByLabel("What does it help with?")
        .fill("“Robin” answers what people ask of the lighthouse.");
      await page.getByRole("button", { name: "Generate" }).last().click();
      await page.getByRole("group", { name: "Fields to fill in" }).waitFor();
    },
  },
  "drafting a look": {
    path: "deploy",
    open: async (page) => {
      await page.getByRole("button", { name: "AI generate" }).click();
      await page.getByLabel("Website address").waitFor();
    },
  },
  "all shortcuts": {
    path: "inbox/conversations",
    open: async (page) => {
      await pressShortcut(page, "?");
      await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  "a shortcut's new key": {
    path: "overview",
    open: async (page) => {
      await pressShortcut(page, "?");
      await page.getByRole("button", { name: /^Change the key of Dashboard/ }).click();
      await page.getByRole("textbox", { name: "New key for Dashboard" }).waitFor();
    },
  },
  // While the agent is live: the bell hears of its pause.
  "writing first to a visitor": {
    path: "inbox/contacts",
    open: async (page) => {
      await page
        .getByRole("link", { name: /conversation/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Start a conversation" }).click();
      await page.getByRole("dialog").getByRole("textbox").waitFor();
    },
  },
  "the bell": {
    path: "overview",
    open: async (page) => {
      await page.getByRole("switch").first().click();
      await page.getByRole("button", { name: /^Notifications/ }).click();
      await page.getByRole("heading", { name: "Notifications" }).waitFor();
    },
  },
  "a time for a reply": {
    path: "inbox/conversations",
    open: async (page) => {
      await takeOver(page);
      await page.getByRole("textbox", { name: /^Reply to/ }).fill("Did it arrive?");
      await page.getByRole("button", { name: "Send later" }).click();
      await page.getByLabel("At another time").waitFor();
    },
  },
  "handing a conversation back": {
    path: "inbox/conversations",
    open: async (page) => {
      await takeOver(page);
      await page.getByRole("button", { name: "Hand back" }).first().click();
      await page.getByLabel("Note to the agent (optional)").waitFor();
    },
  },
  "printing or saving a conversation": {
    path: "inbox/conversations",
    open: async (page) => {
      await takeOver(page);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Print or save" }).click();
      await page.getByRole("dialog", { name: "Print or save" }).getByRole("checkbox").first().waitFor();
    },
  },
  "deleting the chat widget": {
    path: "deploy/install",
    open: async (page) => {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("dialog", { name: "Delete the chat widget?" }).waitFor();
    },
  },
  "the profile menu": {
    path: "overview",
    open: async (page) => {
      await page.getByRole("button", { name: "Profile menu" }).click();
      await page.getByRole("button", { name: "Logout" }).waitFor();
    },
  },
  "the profile menu of a phone": {
    path: "overview",
    width: 390,
    open: async (page) => {
      await page.getByRole("button", { name: "Profile menu" }).click();
      await page
        .getByRole("dialog", { name: "Profile menu" })
        .getByRole("button", { name: "Logout" })
        .waitFor();
    },
  },
  "the side panel of a phone": {
    path: "overview",
    width: 390,
    open: async (page) => {
      await page.getByRole("button", { name: "Open menu" }).click();
      await page.getByRole("dialog", { name: "Agents and menu" }).waitFor();
    },
  },
  "editing an agent": {
    path: "../../dashboard",
    open: async (page) => {
      await choose(page, "Edit");
      await page.getByRole("textbox", { name: "Greeting" }).fill("Ahoy!");
      await page.getByRole("region", { name: "What changes?" }).getByText("Ahoy!").waitFor();
    },
  },
  "exporting an agent": {
    path: "../../dashboard",
    open: async (page) => {
      await choose(page, "Export");
      await page.getByRole("button", { name: "Save the file" }).click();
      await page.getByRole("dialog").getByText("it can also be imported by its id").waitFor();
    },
  },
  "publishing what changed": {
    path: "settings",
    open: async (page) => {
      await change({ instructions: "You help guests.\nBe brief." });
      await page.getByRole("button", { name: "Publish" }).click();
      const dialog = page.getByRole("dialog", { name: "Publish these changes?" });
      await dialog.getByText("Be brief.").waitFor();
      await dialog.getByText(/\d+ worse/).waitFor();
      await dialog.getByRole("button", { name: "Show the answers" }).click();
    },
  },
  "comparing with what somebody else saved": {
    path: "settings",
    open: async (page) => {
      await page.getByRole("textbox", { name: "Description" }).fill("Mine.");
      await change({ description: "Theirs." });
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("dialog", { name: "Differences" }).getByText("Theirs.").waitFor();
    },
  },
  "keeping filters as a view": {
    path: "inbox/conversations?status=open",
    open: async (page) => {
      await page.getByRole("button", { name: "Save view" }).click();
      await page.getByRole("dialog").getByRole("textbox").waitFor();
    },
  },
  "what was said, found": {
    path: "inbox/conversations?q=lighthouse",
    open: (page) => page.locator("mark").first().waitFor(),
  },
  "the columns of the table of conversations": {
    path: "inbox/conversations?layout=table",
    open: async (page) => {
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox", { name: "Plan" }).waitFor();
    },
  },
  "rows that are chosen in the table": {
    path: "inbox/conversations?layout=table",
    open: async (page) => {
      await page.getByRole("checkbox", { name: "Select all rows" }).click();
      await page.getByRole("button", { name: "Change…" }).waitFor();
    },
  },
  "changing many conversations": {
    path: "inbox/conversations",
    open: async (page) => {
      await page.getByRole("button", { name: "Select conversations" }).click();
      await page
        .getByRole("checkbox", { name: /^Select / })
        .first()
        .click();
      await page.getByRole("button", { name: "Change…" }).click();
      await page.getByRole("dialog", { name: "Change 1 conversation" }).waitFor();
    },
  },
  "exporting conversations": {
    path: "inbox/conversations",
    open: async (page) => {
      await page.getByRole("button", { name: "Filter and sort" }).click();
      await page.getByRole("button", { name: "Export…" }).click();
      await page.getByRole("dialog").getByText("JSON").click();
      await page.getByLabel("Include private notes").waitFor();
    },
  },
  "an agent’s labels": {
    path: "inbox/conversations",
    open: async (page) => {
      await page.getByRole("button", { name: "Filter and sort" }).click();
      await page.getByRole("button", { name: "Manage labels" }).click();
      for (const name of ["Refund", "Delivery"]) {
        await page.getByRole("textbox", { name: "New label" }).fill(name);
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.getByRole("button", { name: `Change ${name}` }).waitFor();
      }
      await page.getByRole("button", { name: "Change Delivery" }).click();
      await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    },
  },
  "custom fields": {
    path: "inbox/conversations",
    open: async (page) => {
      await page.getByRole("button", { name: "Filter and sort" }).click();
      await page.getByRole("button", { name: "Manage fields" }).click();
      await page.getByRole("button", { name: "Actions for Plan" }).waitFor();
      await page.getByRole("button", { name: "New field" }).click();
      await page.getByLabel("Kind").selectOption({ label: "Choice of a list" });
      await page.getByRole("textbox", { name: "Choices 1" }).waitFor();
    },
  },
  "conversations by a custom field": {
    path: "inbox/conversations?field=-plan:Gold",
    open: async (page) => {
      await page.getByRole("button", { name: "Filter and sort, 1 set" }).click();
      await page.getByLabel("Value").waitFor();
    },
  },
  "a source's schedule": {
    path: "datasources",
    open: async (page) => {
      await openSyncs(page, "Harbour site");
      await page.getByRole("button", { name: "Set schedule" }).click();
      await page.getByRole("dialog").getByLabel("How often").selectOption({ label: "Every month" });
      await page.getByRole("dialog").getByLabel("Day of the month").selectOption("30");
    },
  },
  "a source's webhook, shown once": {
    path: "datasources",
    open: async (page) => {
      await openSyncs(page, "Harbour site");
      await page.getByRole("button", { name: "Create webhook" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Copy address" }).waitFor();
    },
  },
  "revoking a source's webhook": {
    path: "datasources",
    open: async (page) => {
      await openSyncs(page, "Harbour site");
      const create = page.getByRole("button", { name: "Create webhook" });
      const revoke = page.getByRole("button", { name: "Revoke" });
      await create.or(revoke).first().waitFor();
      if (await create.isVisible()) {
        await create.click();
        await page.getByRole("dialog").getByRole("button", { name: "I saved it" }).click();
      }
      await revoke.click();
      await page.getByRole("dialog", { name: "Revoke the webhook?" }).waitFor();
    },
  },
  "what a sync changed in a text": {
    path: "datasources",
    open: async (page) => {
      await openSyncs(page, "Hours and prices");
      await page.getByRole("list", { name: "Syncs" }).getByRole("link").first().click();
      await page.getByRole("button", { name: "Show changes in Hours and prices" }).click();
      await page.getByRole("button", { name: "Hide changes in Hours and prices" }).waitFor();
      await page.getByText("opens at ten").waitFor();
    },
  },
  "editing a passage": {
    path: "datasources",
    open: async (page) => {
      await page.getByRole("link", { name: "Hours and prices", exact: true }).click();
      await page
        .getByRole("list", { name: /^Pages/ })
        .getByRole("link", { name: "Hours and prices" })
        .click();
      await page.getByRole("button", { name: "Edit this passage" }).first().click();
      await page.getByLabel("Passage text").waitFor();
    },
  },
  "another question": {
    path: "datasources",
    open: async (page) => {
      await page.getByRole("link", { name: "Asked often", exact: true }).click();
      await page.getByRole("button", { name: "Add a question" }).click();
      await page.getByRole("dialog").getByLabel("Question").waitFor();
    },
  },
  "deleting a question": {
    path: "datasources",
    open: async (page) => {
      await page.getByRole("link", { name: "Asked often", exact: true }).click();
      await page.getByRole("button", { name: "Delete “Do you ship?”" }).click();
      await page.getByRole("dialog", { name: "Delete this question?" }).waitFor();
    },
  },
  "a source's actions on a phone": {
    path: "datasources",
    width: 390,
    open: async (page) => {
      await page.getByRole("button", { name: "Actions for Asked often" }).click();
      await page.getByRole("menu", { name: "Actions for Asked often" }).waitFor();
    },
  },
  "chosen members": {
    path: "../../account/teams",
    open: async (page) => {
      await page.getByRole("checkbox").first().click();
      await page.getByRole("region", { name: "Selection" }).waitFor();
    },
  },
  "removing several members": {
    path: "../../account/teams",
    open: async (page) => {
      await page.getByRole("checkbox").first().click();
      await page.getByRole("button", { name: "Select all" }).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByRole("dialog", { name: /^Remove \d+ members/ }).waitFor();
    },
  },
  "inviting people": {
    path: "../../account/teams",
    open: async (page) => {
      await page.getByRole("button", { name: "Invite people" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
};

let app: RoleApp;
let chromium: RunningChromium;
let sample: SampleParams;
const agentArea = () => `/accounts/${app.orgId}/cp/${app.agentId}`;

beforeAll(async () => {
  buildIfMissing();
  app = await openRoleApp();
  await addTexts(app, app.server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  const threadId = await ask("When does the lighthouse open?");
  await app.client.call(createCustomField, {
    body: { data: { key: "plan", name: "Plan", kind: "choice", choices: ["Gold", "Silver"] } },
  });
  await app.client.call(createCustomField, {
    body: { data: { key: "order_number", name: "Order number", kind: "text" } },
  });
  const { data: collection } = await app.client.call(createCollection, {
    params: { productId: app.agentId },
    body: { data: { name: "Orders", columns: [{ name: "Code", type: "text" }] } },
  });
  const { data: connection } = await app.client.call(createIntegration, {
    params: { productId: app.agentId },
    body: { data: { provider: "slack", name: "Team chat", settings: {} } },
  });
  const { name, description, trigger, graph } = refund;
  const { data: workflow } = await app.client.call(createWorkflow, {
    params: { orgId: app.orgId },
    body: { data: { agentId: app.agentId, name, description, trigger, graph } },
  });
  sample = {
    orgId: app.orgId,
    agentId: app.agentId,
    token: app.inviteToken,
    ...{ type: "website", uuid: "00000000-0000-4000-8000-000000000000" },
    threadId,
    contactId: (await app.client.call(getThread, { params: { productId: app.agentId, threadId } })).data
      .contact.id,
    skillId: "new",
    workflowId: workflow.id,
    itemId: collection.id,
    integrationId: connection.id,
    part: "install",
  };
  chromium = await launch();
});
afterAll(() => chromium?.close());

/** The same in every run, as the choice of a look wants it. */
const nameOf = (path: string) =>
  Object.entries(sample).reduce((name, [key, value]) => name.replace(value, `:${key}`), path);
const isBefore = ({ guards, path }: ConsoleRoute) => path.startsWith("/auth/") || guards.length === 0;

it.each([
  ["signed out", "none", isBefore],
  ["as an owner", "owner", (route: ConsoleRoute) => !isBefore(route)],
] as const)(
  "axe finds no fault on any screen %s, and no screen is wider than its window",
  async (_, walker, belongs) => {
    const page = await app.enter(walker, chromium);
    const found: string[] = [];
    const seen = new Set<string>();
    for (const route of sampled(routes.filter(belongs), { name: `screens by ${walker}`, count: 3 })) {
      const [first = "", ...others] = listSamplePaths(route, sample);
      const paths = [
        first,
        ...others,
        ...(views[route.path] ?? []).map((view) => first + fillPath(view, sample)),
      ];
      for (const path of paths) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(app.server.url + path, { waitUntil: "commit" });
        await settle(page);
        // Some pages only lead to another one.
        if (seen.has(page.url())) continue;
        seen.add(page.url());
        found.push(...(await look(page, nameOf(path))));
      }
    }
    await page.context().close();
    expect(found).toEqual([]);
  },
  600_000,
);

it("axe finds no fault on overlays, and no overlay is wider than its window", async () => {
  await addSources();
  const page = await app.enter("owner", chromium);
  const found: string[] = [];
  for (const [name, { path, width = 1440, open }] of sampled(Object.entries(overlays), {
    name: "overlays",
    count: 8,
  })) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(new URL(path, `${app.server.url}${agentArea()}/`).href, { waitUntil: "commit" });
    await settle(page);
    await open(page);
    found.push(
      ...(await look(page, name, width === 1440 ? looks : looks.filter((one) => one.width === width))),
    );
  }
  await page.context().close();
  expect(found).toEqual([]);
}, 500_000);

it("a printed conversation is on white paper in the dark theme too, without the rest of the screen", async () => {
  const page = await app.enter("owner", chromium);
  await page.addInitScript(() => (window.print = () => undefined));
  const { path, open } = overlays["printing or saving a conversation"] ?? {};
  await page.goto(new URL(path ?? "", `${app.server.url}${agentArea()}/`).href);
  await settle(page);
  await open?.(page);
  await show(page, "dark");
  await page.getByRole("dialog").getByRole("button", { name: "Print", exact: true }).click();
  const sheet = page.locator("body > article");
  await sheet.waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  await sheet.getByText("When does the lighthouse open?").waitFor();
  const papers = await page.evaluate(() =>
    [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor),
  );
  expect(papers).toEqual(["rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  expect(await page.locator("body > :not(article)").locator("visible=true").count()).toBe(0);
  await page.context().close();
});

it("the full logo has a dark variant and links to its route", async () => {
  const page = await app.enter("none", chromium);
  await page.goto(`${app.server.url}/auth/login`);
  await settle(page);
  const logo = page.getByRole("link", { name: /^Pilothouse/ });
  const colours = () =>
    logo.evaluate((link) =>
      [link, ...link.querySelectorAll("rect, circle")].map(
        (one) => getComputedStyle(one).color + getComputedStyle(one).fill,
      ),
    );
  const light = await colours();
  await show(page, "dark");
  const dark = await colours();
  expect(dark.every((colour, index) => colour !== light[index])).toBe(true);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("heading", { level: 1, name: /password/i }).waitFor();
  await logo.click();
  await page.waitForURL(/\/auth\/login/);
  await page.context().close();
});

/** Opens a conversation, which is the user's own from then on. */
async function takeOver(page: Page): Promise<void> {
  await page.locator("[data-row]").first().click();
  const button = page.getByRole("button", { name: "Take over", exact: true });
  const field = page.getByRole("textbox", { name: /^Reply to/ });
  await button.or(field).first().waitFor();
  if (await button.isVisible()) await button.click();
  await field.waitFor();
}

/** Opens a source at what is known of its syncs. */
async function openSyncs(page: Page, source: string): Promise<void> {
  await page.getByRole("link", { name: source, exact: true }).click();
  await page.getByRole("link", { name: "Syncs", exact: true }).click();
  await page.getByRole("list", { name: "Syncs" }).waitFor();
}

/** A website that nobody can reach, a question with its answer, and a text that a second sync found changed. */
async function addSources(): Promise<void> {
  const params = { productId: app.agentId };
  const add = async (name: string, config: DataSourceConfig) => {
    const body = { data: { name, config } };
    const { data } = await app.client.call(createDataSource, { params, body });
    const at = { ...params, datasourceId: data.id };
    await expectSynced(at);
    return at;
  };
  await add("Harbour site", websiteConfig("https://harbour.invalid/"));
  const question = { id: "ship", question: "Do you ship?", answer: "Yes." };
  await add("Asked often", { kind: "qa", questions: [question] });
  const text = (hour: string): DataSourceConfig => ({
    ...{ kind: "text", title: "Hours and prices" },
    text: `The boat app opens at ${hour}.\n\nA boat costs 12 an hour.`,
  });
  const at = await add("Hours and prices", text("nine"));
  const body = { data: { name: "Hours and prices", config: text("ten") } };
  await app.client.call(updateDataSource, { params: at, body });
  await expectSynced(at);
}

async function expectSynced(params: { productId: string; datasourceId: string }): Promise<void> {
  const read = async () => (await app.client.call(getDataSource, { params })).data.lastRun?.endedAt ?? null;
  await expect.poll(read).not.toBeNull();
}

/** Opens the menu of the agent's card and chooses. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Saves a change of the agent's draft, as somebody else would. */
async function change(part: Partial<AgentConfiguration>): Promise<void> {
  const params = { productId: app.agentId };
  const { revision, configuration } = (await app.client.call(getAgent, { params })).data;
  const data = { revision, configuration: { ...configuration, ...part } };
  await app.client.call(updateAgent, { params, body: { data } });
}

const still = "*, ::before, ::after { transition: none !important; }";

/** Until the screen has its heading and nothing of it is on its way. */
async function settle(page: Page): Promise<void> {
  await page.locator("main h1").filter({ hasText: /\S/ }).first().waitFor({ state: "attached" });
  await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
  // A color on its way from one theme to the other is neither's.
  await page.addStyleTag({ content: still });
}

async function look(page: Page, where: string, from = looks): Promise<string[]> {
  const found: string[] = [];
  for (const { width, scheme } of sampled(from, { name: where, count: 1 })) {
    const seen = `${where} at ${width} px, ${scheme}`;
    await page.setViewportSize({ width, height: 900 });
    // What measures itself follows the window a moment later; what is too wide then stays so.
    await expect
      .poll(() => findWide(page, seen))
      .toEqual([])
      .catch(() => undefined);
    found.push(...(await findWide(page, seen)));
    if (width === 768) continue;
    await show(page, scheme);
    found.push(...(await findBarriers(page, seen)));
  }
  return found;
}

function show(page: Page, scheme: Look["scheme"]): Promise<void> {
  return page.evaluate((to) => void (document.documentElement.dataset["phScheme"] = to), scheme);
}

/** Whether the page, its main part or an open dialog scrolls sideways, and the innermost element that sticks out. */
function findWide(page: Page, where: string): Promise<string[]> {
  return page.evaluate((name) => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll("main, dialog[open], dialog[open] > div, [popover]"),
    ];
    return boxes
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== "none")
      .map((box) => {
        const edge = box.getBoundingClientRect().left + box.clientWidth + 1;
        const out = [...box.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > edge);
        const last = out.at(-1);
        return `${name}: ${box.tagName} is wider than it shows: ${last?.tagName} "${last?.textContent?.slice(0, 40)}"`;
      });
  }, where);
}

async function ask(content: string): Promise<string> {
  const visitor = await openVisitor(app, app.server);
  const input = { params: { productId: app.agentId }, body: { data: { clientId: "screens-1", content } } };
  for (const value of ["granted", "denied"] as const) {
    const text = value === "granted" ? "May we store what you write, and answer it?" : null;
    await visitor.call(sayConsent, {
      params: { productId: app.agentId },
      body: { data: { value, text, agoMs: 0 } },
    });
  }
  let id = "";
  for await (const event of visitor.stream(sendMessage, input))
    if (event.type === "accepted") id = event.thread.id;
  return id;
}
