import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { serveKayakSite } from "../kit/knowledge/kayakSite.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import type { Website } from "../kit/knowledge/website.ts";

/** "Create-agent modes: create, edit, create-using-import, replace-using-import, clone", each in a real browser. */
let server: SpawnedServer;
let chromium: RunningChromium;
let website: Website;
let page: Page;
let area: string;
const folder = mkdtempSync(join(tmpdir(), "create-"));
const exported = join(folder, "agent.json");

beforeAll(async () => {
  buildIfMissing();
  website = await serveKayakSite();
  chromium = await launch();
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "100" } });
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await createFirstOwner();
  await page.waitForURL(/\/accounts\//);
  area = /^.*\/accounts\/[^/]+/.exec(page.url())?.[0] ?? expect.fail("no organization in the address");
});

afterAll(async () => {
  await chromium?.close();
  await website?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("creating an agent", () => {
  it("in create mode drafts it from a website, previews it beside the form, and answers from the website's pages", async () => {
    const faults = watchFaults();
    await page.getByRole("radio", { name: /^Use a website/ }).check();
    await page.getByRole("textbox", { name: "Website address" }).fill(website.origin);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Drafted from").waitFor();
    expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe(
      "Harbour Kayaks",
    );
    const preview = page.frameLocator('iframe[title="How the chat will look"]');
    await preview.getByText("What would you like to know about Harbour Kayaks?").waitFor();
    await page.getByRole("textbox", { name: "Greeting" }).fill("Ahoy there!");
    await preview.getByText("Ahoy there!").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "How does it answer?" }).waitFor();
    await page.keyboard.press("Alt+ArrowLeft");
    await page.getByRole("heading", { name: "Who is it?" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "What does it know?" }).waitFor();
    await page.keyboard.press("Control+Enter");
    const agent = await opened();
    await page.goto(`${agent}/datasources`);
    await page.getByText("3 pages", { exact: true }).waitFor();
    await expectAnswer(agent, "What does a double kayak cost?", "24");
    expect(faults).toEqual([]);
  });

  it("in create mode uses a description, instructions and a text, and answers from the text", async () => {
    await page.goto(`${area}/create-ai-agent?way=describe`);
    await page
      .getByRole("textbox", { name: "What should it help with?" })
      .fill("“Robin” helps the guests of our bicycle shop. What does a new tyre cost?");
    await page.getByRole("button", { name: "Draft my agent" }).click();
    await page.getByText("Drafted from your description").waitFor();
    const valueOf = (name: string) => page.getByRole("textbox", { name, exact: true }).inputValue();
    expect(await valueOf("Name")).toBe("Robin");
    expect(await valueOf("Suggestions 1")).toBe("What does a new tyre cost?");
    await page.getByRole("textbox", { name: "Instructions" }).fill("Answer in one sentence.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "How does it answer?" }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: /^A text/ }).check();
    await page.getByRole("textbox", { name: "Title" }).fill("Prices");
    await page.getByRole("textbox", { name: "Text" }).fill("## Tyres\n\nA new tyre costs 34 euros, fitted.");
    await page.getByRole("button", { name: "Create agent" }).click();
    const agent = await opened();
    await expectAnswer(agent, "What does a new tyre cost?", "34");
    await page.goto(`${agent}/settings`);
    const instructions = page.getByRole("textbox", { name: "Instructions" });
    expect(await instructions.inputValue()).toBe("Answer in one sentence.");
  });

  it("keeps and announces what was typed before a reload", async () => {
    await page.goto(`${area}/create-ai-agent?step=identity`);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Night desk");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: /^Formal/ }).check();
    await page.reload();
    await page.getByText("We kept your draft.").waitFor();
    expect(await page.getByRole("radio", { name: /^Formal/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Create agent" }).click();
    await opened();
    await page.getByRole("link", { name: "Night desk" }).first().waitFor();
    await page.goto(`${area}/create-ai-agent`);
    await page.getByRole("heading", { name: "How would you like to begin?" }).waitFor();
    expect(await page.getByText("We kept your draft.").count()).toBe(0);
  });

  it("in create mode uses a template and answers from the template's own text", async () => {
    await page.goto(`${area}/create-ai-agent?way=template`);
    await page.getByRole("searchbox", { name: "Search templates" }).fill("customer support");
    await page.getByRole("link", { name: /^Customer support/ }).click();
    await page.getByText("Nothing: it works right away").waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("First line");
    await page.getByRole("button", { name: "Create agent" }).click();
    await expectAnswer(await opened(), "How do I return an item?", "Return items");
  });

  it("in edit mode shows the differences beside the chat, and saves the draft that answers", async () => {
    const agent = await firstAgent();
    await page.goto(`${area}/dashboard`);
    await page.getByRole("button", { name: "Actions for Harbour Kayaks" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("heading", { level: 1, name: "Edit Harbour Kayaks" }).waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Kayak desk");
    await page.getByRole("textbox", { name: "Greeting" }).fill("Ahoy, paddler!");
    const preview = page.frameLocator('iframe[title="Preview of the chat"]');
    await preview.getByText("Ahoy, paddler!").waitFor();
    await page.getByRole("button", { name: "Review" }).click();
    const changes = page.getByRole("region", { name: "What changes?" });
    await changes.getByText("Kayak desk").first().waitFor();
    await preview.getByText("Kayak desk").first().waitFor();
    await changes.getByText("Ahoy there!").waitFor();
    await changes.getByText("Ahoy, paddler!").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Unpublished changes").first().waitFor();
    await changes.getByText("No changes yet").waitFor();
    await expectAnswer(agent, "When does the sunset tour begin?", "seven");
  });

  it("in create-using-import mode uses the file that Export saved", async () => {
    await page.goto(`${area}/dashboard`);
    await page.getByRole("button", { name: "Actions for First line" }).click();
    await page.getByRole("menuitem", { name: "Export" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the file" }).click();
    await (await saving).saveAs(exported);
    await page.goto(`${area}/create-ai-agent?mode=create-using-import`);
    await page.locator("input[type=file]").setInputFiles(exported);
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    // Another agent has the name, so a free one is proposed.
    await page.getByText("An agent named “First line” already exists.").waitFor();
    expect(await name.inputValue()).toBe("First line 2");
    await page.getByRole("button", { name: "Create agent" }).click();
    await expectAnswer(await opened(), "How do I return an item?", "Return items");
  });

  it("in clone mode copies the chosen parts of another agent", async () => {
    await page.goto(`${area}/dashboard`);
    await page.getByRole("button", { name: "Actions for First line", exact: true }).click();
    await page.getByRole("menuitem", { name: "Clone" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Second line");
    await page.getByRole("button", { name: "Create agent" }).click();
    await expectAnswer(await opened(), "How do I change my password?", "Account settings");
  });

  it("in replace-using-import mode shows the changes, asks for the name, and keeps the agent's own sources", async () => {
    const agent = await firstAgent();
    const id = agent.split("/").at(-1) ?? "";
    await page.goto(`${area}/create-ai-agent?mode=replace-using-import&agent=${id}`);
    await page.locator("input[type=file]").setInputFiles(exported);
    await page.getByRole("form", { name: "Replace" }).waitFor();
    await page.reload();
    const changes = page.getByRole("region", { name: "What changes" });
    await changes.getByText("Data source “", { exact: false }).first().waitFor();
    // The agent keeps its name, so that nothing says otherwise.
    expect(await changes.getByText("First line", { exact: true }).count()).toBe(0);
    await page.getByText(/kept as a backup version/).waitFor();
    await page.getByRole("textbox", { name: /^Type “/ }).fill("Kayak desk");
    await page.getByRole("button", { name: "Replace the draft" }).click();
    await page.getByRole("heading", { level: 1, name: "Configuration" }).waitFor();
    await page.waitForURL(({ pathname }) => pathname.endsWith(`/cp/${id}/settings`));
    await expectAnswer(agent, "What does a double kayak cost?", "24");
  });
});

it("undo restores a deleted agent with all its knowledge", async () => {
  const agent = await addressOf(/Second line/);
  await page.goto(`${agent}/settings`);
  await page.getByRole("button", { name: "Delete agent" }).click();
  await page.getByRole("textbox", { name: /^Type “Second line”/ }).fill("Second line");
  await page.getByRole("dialog").getByRole("button", { name: "Delete agent" }).click();
  await page.getByText("Second line is deleted").waitFor();
  // It stays for some seconds, or as long as somebody points at it.
  const offer = page.getByRole("region", { name: "Undo" });
  await offer.locator("> div").hover();
  await page.getByRole("button", { name: "Restore Second line" }).waitFor();
  const actions = page.getByRole("button", { name: "Actions for Second line" });
  await actions.waitFor({ state: "detached" });
  await offer.getByRole("button", { name: "Undo" }).click();
  await actions.waitFor();
  await expectAnswer(agent, "How do I change my password?", "Account settings");
});

/** The address of the agent that was just made. */
async function opened(): Promise<string> {
  await page.waitForURL(/\/cp\/[^/]+\/[a-z-]+/);
  return /^.*\/cp\/[^/]+/.exec(page.url())?.[0] ?? expect.fail("no agent in the address");
}

/** The agent that the first test made, whatever it is called by now. */
function firstAgent(): Promise<string> {
  return addressOf(/Kayak/);
}

async function addressOf(name: RegExp): Promise<string> {
  await page.goto(`${area}/dashboard`);
  const link = page.getByRole("link", { name }).first();
  const path = (await link.getAttribute("href")) ?? expect.fail("no link to the agent");
  return /^.*\/cp\/[^/?]+/.exec(new URL(path, server.url).href)?.[0] ?? expect.fail("no agent in the link");
}

/** Asks in Deploy's preview, which is the visitor's own frame with the draft. */
async function expectAnswer(agent: string, question: string, part: string): Promise<void> {
  await page.goto(`${agent}/deploy`);
  const frame = page.frameLocator('iframe[title="Preview of the chat"]');
  const input = frame.getByRole("textbox", { name: "Message" });
  const log = frame.getByRole("log");
  // A source may still be read: who asks too early is told that nothing was found, and asks again.
  await expect
    .poll(
      async () => {
        await input.fill(question);
        await input.press("Enter");
        const answer = log.getByRole("article").last();
        await frame
          .getByRole("button", { name: /good answer/i })
          .last()
          .waitFor();
        return answer.textContent();
      },
      { interval: 2000 },
    )
    .toContain(part);
}

function watchFaults(): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}

async function createFirstOwner(): Promise<void> {
  await page.goto(server.setupUrl ?? "");
  await page.getByLabel("First name").fill("Ana");
  await page.getByLabel("Last name").fill("Lima");
  await page.getByLabel("E-mail").fill("ana@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("a long password");
  await page.getByLabel("Organization name").fill("Harbour");
  await page.getByRole("button", { name: "Create owner and organization" }).click();
  await page.getByRole("heading", { level: 1, name: "Create an AI agent" }).waitFor();
}
