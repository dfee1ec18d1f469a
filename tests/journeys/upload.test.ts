import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { startObjectStore } from "../kit/storage/objectStore.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";

let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
});

afterAll(() => chromium?.close());

it("a file goes from the console straight to an object store, by PUT and by POST, and is read from there", async () => {
  const { settings, objects, answers } = await startObjectStore();
  const server = await spawnServer({
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_PUBLIC_URL: settings.publicUrl,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
  });
  const page = await (await chromium.browser.newContext()).newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    // The first question of all is who is signed in, and the answer nobody.
    if (message.type() === "error" && !message.text().includes("401")) faults.push(message.text());
  });
  await createFirstOwner(page, server.setupUrl ?? "");
  await addFile(page);
  await page.getByText("1 page", { exact: true }).waitFor();
  const kept = [...objects.keys()].filter((key) => key.startsWith("files/"));
  expect(kept).toHaveLength(1);
  expect(objects.get(kept[0] ?? "")?.bytes.toString()).toBe("The lighthouse opens in April.");
  expect(answers).toContainEqual(expect.stringMatching(/^PUT \/agents\/incoming\/\w+ 200$/));
  expect(await postForm(page)).toBe(204);
  expect(faults).toEqual([]);
});

async function createFirstOwner(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("First name").fill("Ana");
  await page.getByLabel("Last name").fill("Lima");
  await page.getByLabel("E-mail").fill("ana@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("a long password");
  await page.getByLabel("Organization name").fill("Lighthouse Bicycles");
  await page.getByRole("button", { name: "Create owner and organization" }).click();
}

async function addFile(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fill it in by hand" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Harbour help");
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByRole("heading", { level: 1, name: "Setup Guide" }).waitFor();
  await page.getByRole("link", { name: "Data sources" }).click();
  await page.getByRole("link", { name: "Add data source" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Files/ }).check();
  const buffer = Buffer.from("The lighthouse opens in April.");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer });
  await dialog.getByText("notes.txt").waitFor();
  await dialog.getByRole("button", { name: /^(Add|Create)/ }).click();
}

/** What the console's document may do under its policy, as the shared client does it. */
function postForm(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
    const data = { name: "a.png", contentType: "image/png", sizeBytes: bytes.length };
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ data }) };
    const { url, fields } = await (await fetch("/api/public/v1/storage/init?method=POST", init)).json();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    form.append("file", new Blob([bytes]), "a.png");
    return (await fetch(url, { method: "POST", body: form })).status;
  });
}
