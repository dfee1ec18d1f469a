import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { launcherIcons } from "../../shared/frame/launcherIcons.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { addTexts, openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import {
  ask,
  closeChat,
  expectMenuItems,
  expectScheme,
  findPreview,
  fontOf,
  iconOf,
  openOnSite,
  sizeOf,
  styleOf,
} from "../kit/surfaces/shownChat.ts";
import type { ShownChat } from "../kit/surfaces/shownChat.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { sampled } from "../kit/sampled.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;
let site: Website;
let page: Page;

beforeAll(async () => {
  buildIfMissing();
  // No request goes to this provider: one test offers a model that takes files.
  server = await spawnServer({ env: { OPENAI_API_KEY: "a key" } });
  app = await openBenchApp(server);
  await addTexts(app, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  const snippet = scriptSnippet({ host: server.url, token: app.token });
  site = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
  });
  chromium = await launch();
  page = await (await chromium.browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage();
  await signIn(page.context(), server);
});
afterAll(async () => {
  await chromium?.close();
  await site?.stop();
});

interface Row {
  /** How the owner sets it. */
  set: (fields: Locator) => Promise<void>;
  /** What shows of it then, to the owner in the preview and to a visitor of another site. */
  see: (shop: ShownChat) => Promise<void>;
  /** It is a header of the public document: the preview has nothing to show of it. */
  isPublicOnly?: boolean;
}

const choose =
  (label: string, option: string): Row["set"] =>
  (fields) =>
    fields.getByRole("group", { name: label }).getByText(option, { exact: true }).click();
const write =
  (label: string, text: string): Row["set"] =>
  (fields) =>
    fields.getByLabel(label, { exact: true }).fill(text);
const toggle =
  (label: string): Row["set"] =>
  (fields) =>
    fields.getByRole("switch", { name: label, exact: true }).click();
const slide =
  (label: string | RegExp, value: number): Row["set"] =>
  (fields) =>
    fields.getByRole("slider", { name: label }).fill(String(value));
/** Adds three lines, takes the last one up and the first one out: the third stands before the second then. */
const arrangeLines =
  (label: string, [first, second, third]: [string, string, string]): Row["set"] =>
  async (fields) => {
    const group = fields.getByRole("group", { name: label });
    for (const text of [first, second, third]) {
      await group.getByRole("button", { name: /^Add/ }).click();
      await group.getByRole("textbox").last().fill(text);
    }
    await group.getByRole("button", { name: "Move line 3 up" }).click();
    await group.getByRole("button", { name: "Remove line 1" }).click();
  };
const choosePreset =
  (name: string): Row["set"] =>
  (fields) =>
    fields.getByRole("group", { name: "Presets" }).getByRole("button", { name }).click();

/** By the group of settings that they stand in, in one order and on one conversation. */
const groups: Record<string, Record<string, Row>> = {
  look: {
    "main color": {
      set: write("Main color", "#b4236a"),
      see: (shop) => expect.poll(() => styleOf(shop, "--ph-accent")).toMatch(/#b4236a|rgb\(180, 35, 106\)/),
    },
    "text on it": {
      set: async (fields) => {
        await choose("Text on the main color", "My own")(fields);
        await write("Text color", "#ffee00")(fields);
      },
      see: (shop) => expect.poll(() => styleOf(shop, "--ph-on-accent")).toMatch(/#ffee00|rgb\(255, 238, 0\)/),
    },
    dark: {
      set: choose("Light or dark", "Dark"),
      see: (shop) => expectScheme(shop, "dark"),
    },
    density: {
      set: choose("Density", "Compact"),
      see: ({ chat }) => chat.locator('html[data-ph-density="compact"]').waitFor({ state: "attached" }),
    },
    font: {
      set: choose("Font", "Serif"),
      see: (shop) => expect.poll(() => fontOf(shop)).toMatch(/serif/),
    },
    corners: {
      set: slide("Corners", 3),
      see: (shop) => expect.poll(() => styleOf(shop, "--ph-radius")).toBe("3px"),
    },
  },
  words: {
    title: {
      set: write("Title", "Ask the keeper"),
      see: ({ chat }) => chat.getByRole("heading", { name: "Ask the keeper" }).waitFor(),
    },
    subtitle: {
      set: write("Subtitle", "Of the lighthouse"),
      see: ({ chat }) => chat.getByText("Of the lighthouse").first().waitFor(),
    },
    welcome: {
      set: write("Welcome", "Ahoy, what would you like to know?"),
      see: ({ chat }) => chat.getByText("Ahoy, what would you like to know?").waitFor(),
    },
    placeholder: {
      set: write("Placeholder of the input", "Write to the keeper"),
      see: ({ chat }) => chat.getByPlaceholder("Write to the keeper").waitFor(),
    },
  },
  suggestions: {
    "in the chat": {
      set: arrangeLines("Suggestions", ["Is there a café?", "When do you open?", "What does it cost?"]),
      see: ({ chat }) =>
        expect
          .poll(() => chat.getByRole("main").getByRole("listitem").allInnerTexts())
          .toEqual(["What does it cost?", "When do you open?"]),
    },
    "next to the closed launcher": {
      set: arrangeLines("Next to the closed launcher", ["Hello!", "Is it far?", "May dogs come?"]),
      see: async ({ findLines }) => {
        const lines = await findLines();
        // Beside them is what puts them away.
        const listLines = async () => (await lines.allInnerTexts()).filter((text) => text !== "×");
        await expect.poll(listLines).toEqual(["May dogs come?", "Is it far?"]);
      },
    },
  },
  launcher: {
    "width of the panel": {
      set: slide("Width of the panel", 500),
      see: (shop) => expect.poll(async () => (await sizeOf(shop))[0]).toBe(500),
    },
    "height of the panel": {
      set: slide("Height of the panel", 500),
      see: (shop) => expect.poll(async () => (await sizeOf(shop))[1]).toBe(500),
    },
    label: {
      set: write("Label", "Ask us"),
      see: async (shop) => {
        await closeChat(shop);
        await shop.launcher.getByText("Ask us").waitFor();
      },
    },
    icon: {
      set: choose("Icon", "Spark"),
      see: async (shop) => {
        await closeChat(shop);
        await expect.poll(() => iconOf(shop)).toBe(launcherIcons.spark);
      },
    },
    side: {
      set: choose("Position", "Bottom left"),
      see: ({ readPlace }) => expect.poll(async () => (await readPlace()).left).toBeLessThan(200),
    },
    "distance from the side": {
      set: slide("From the left", 80),
      see: ({ readPlace }) => expect.poll(async () => (await readPlace()).left).toBe(80),
    },
    "distance from the bottom": {
      set: slide("From the bottom", 60),
      see: ({ readPlace }) => expect.poll(async () => (await readPlace()).bottom).toBe(60),
    },
  },
  offers: {
    "no rating": {
      set: toggle("Rate answers"),
      see: async ({ chat }) => {
        await ask(chat);
        await chat.getByRole("button", { name: "Copy", exact: true }).first().waitFor();
        expect(await chat.getByRole("button", { name: "Good answer" }).count()).toBe(0);
      },
    },
    "no person": {
      set: toggle("Ask for a person"),
      see: (shop) => expectMenuItems(shop, widgetWords.askForPerson, 0),
    },
    "no earlier conversations": {
      set: toggle("Earlier conversations"),
      see: (shop) => expectMenuItems(shop, widgetWords.history, 0),
    },
    "no download": {
      set: toggle("Download the conversation"),
      see: (shop) => expectMenuItems(shop, widgetWords.downloadTranscript, 0),
    },
    sound: {
      set: toggle("Sound on at first"),
      see: (shop) => expectMenuItems(shop, widgetWords.soundOff, 1),
    },
  },
  consent: {
    "consent line": {
      set: write("Consent line", "We keep what you write."),
      see: ({ chat }) => chat.getByText("We keep what you write.").waitFor(),
    },
    "its link": {
      set: write("Its “Learn more” link", "https://example.com/privacy"),
      see: async ({ chat }) =>
        expect(await chat.getByRole("link", { name: /Learn more/ }).getAttribute("href")).toBe(
          "https://example.com/privacy",
        ),
    },
    "legal link": {
      set: async (fields) => {
        await fields.getByRole("button", { name: "Add link" }).click();
        await write("Link 1, text", "Imprint")(fields);
        await write("Link 1, address", "https://example.com/imprint")(fields);
      },
      see: async ({ chat }) =>
        expect(await chat.getByRole("link", { name: /Imprint/ }).getAttribute("href")).toBe(
          "https://example.com/imprint",
        ),
    },
  },
  images: {
    host: {
      isPublicOnly: true,
      set: async (fields) => {
        await fields.getByRole("textbox").first().fill("images.example.com");
        await fields.getByRole("textbox").first().press("Enter");
      },
      see: async () => {
        const { headers } = await fetch(`${server.url}/embed/${app.token}`);
        expect(headers.get("content-security-policy")).toContain("images.example.com");
      },
    },
  },
  language: {
    "own words": {
      set: async (fields) => {
        await fields.getByLabel("In", { exact: true }).selectOption("de");
        await fields.getByLabel("Find words").fill("Close chat");
        await fields.getByRole("list", { name: "Words" }).getByRole("textbox").first().fill("Weg damit");
      },
      see: async ({ chat }) => chat.getByRole("button", { name: "Weg damit" }).waitFor(),
    },
    "language of the chat": {
      set: async (fields) => void (await fields.getByLabel("Language of the chat").selectOption("de")),
      see: ({ chat }) => chat.getByRole("textbox", { name: "Nachricht" }).waitFor(),
    },
  },
};

it("a preset sets colors, corners, font and icon in one click, and Discard restores the previous look", async () => {
  const see = async (shop: ShownChat) => {
    await expect.poll(() => styleOf(shop, "--ph-accent")).toMatch(/#8a4b2f|rgb\(138, 75, 47\)/);
    await expect.poll(() => styleOf(shop, "--ph-radius")).toBe("6px");
    await expect.poll(() => fontOf(shop)).toMatch(/serif/);
    await expectScheme(shop, "light");
    await closeChat(shop);
    await expect.poll(() => iconOf(shop)).toBe(launcherIcons.question);
  };
  const fields = await openGroup("look");
  const preview = findPreview(page);
  await choosePreset("Midnight")(fields);
  await expectScheme(preview, "dark");
  await page.getByRole("button", { name: "Discard" }).click();
  await fields.getByRole("button", { name: "Midnight", pressed: false }).waitFor();
  await choosePreset("Library")(fields);
  await fields.getByRole("button", { name: "Library", pressed: true }).waitFor();
  await see(preview);
  await saveAndPublish();
  const shop = await openShop();
  await see(shop);
  await shop.page.context().close();
});

it("visitors can attach files when the model takes them and the switch is on, and can't when it is off", async () => {
  const model = await publishModel("gpt-4o");
  const before = await openShop();
  await attachButton(before).waitFor();
  await before.page.context().close();

  const fields = await openGroup("offers");
  const preview = findPreview(page);
  await attachButton(preview).waitFor();
  await toggle("Attach files")(fields);
  await attachButton(preview).waitFor({ state: "detached" });
  await saveAndPublish();
  const after = await openShop();
  expect(await attachButton(after).count()).toBe(0);
  await after.page.context().close();
  await publishModel(model);
});

it.each(sampled(Object.entries(groups), { name: "deploy controls", count: 2 }))(
  "every control of %s changes the preview at once, and another site after publishing",
  async (group, rows) => {
    const fields = await openGroup(group);
    for (const { set } of Object.values(rows)) await set(fields);
    const shown = Object.entries(rows).filter(([, { isPublicOnly }]) => !isPublicOnly);
    expect(await listMissing(shown, findPreview(page))).toEqual([]);
    await saveAndPublish();
    const shop = await openShop();
    expect(await listMissing(Object.entries(rows), shop)).toEqual([]);
    await shop.page.context().close();
  },
);

const attachButton = ({ chat }: ShownChat) => chat.getByRole("button", { name: "Attach files" });

/** Lets the agent answer with another model; gives the one that it had. */
async function publishModel(model: string): Promise<string> {
  const params = { productId: app.agentId };
  const { data: agent } = await app.client.call(getAgent, { params });
  const configuration = { ...agent.configuration, model };
  await app.client.call(updateAgent, {
    params,
    body: { data: { revision: agent.revision, configuration } },
  });
  await app.client.call(publishAgent, { params });
  return agent.configuration.model;
}

async function openGroup(group: string): Promise<Locator> {
  await page.goto(`${server.url}/accounts/${app.organizationId}/cp/${app.agentId}/deploy?group=${group}`);
  const fields = page.getByRole("group", { name: "Appearance" });
  await fields.waitFor();
  await findPreview(page).chat.getByRole("textbox").waitFor();
  return fields;
}

async function saveAndPublish(): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** What does not show as it was set, and why. */
async function listMissing(rows: [string, Row][], shop: ShownChat): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, { see }] of rows)
    await see(shop).catch((error: unknown) => void missing.push(`${name}: ${String(error).slice(0, 300)}`));
  return missing;
}

function openShop(): Promise<ShownChat> {
  return openOnSite(chromium.browser, site.origin);
}
