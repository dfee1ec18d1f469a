/**
 * `npm run bench:lighthouse`: accessibility and best practices by Lighthouse for the login, the dashboard and the team
 * screen, on a phone and a desktop, light and dark. Prints a table, what cost points, and the figures as JSON last; fails
 * below 100 and 95. Lighthouse is as large as all our packages together, so npx fetches it when it is asked for.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { buildIfMissing } from "../../server/build.ts";
import { launch } from "../kit/browser/chromium.ts";
import { endServers, runServer } from "../kit/processes/runServer.ts";
import { openBenchApp } from "./visitor.ts";

const lighthouse = "lighthouse@13.5.0";
const wanted = { accessibility: 100, "best-practices": 95 };
const categories = Object.keys(wanted) as (keyof typeof wanted)[];
const themes = ["light", "dark"] as const;
const devices = ["phone", "desktop"] as const;

interface Screen {
  name: string;
  path: string;
  /** Its heading, by which one knows that it is this screen that was measured. */
  heading: string;
}

interface Figure {
  screen: string;
  theme: (typeof themes)[number];
  device: (typeof devices)[number];
  accessibility: number;
  "best-practices": number;
  /** What cost points, in Lighthouse's own words. */
  found: string[];
}

/** What we read of Lighthouse's report. */
interface Report {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { title: string; score: number | null; details?: { items?: Record<string, unknown>[] } }
  >;
}

const folder = mkdtempSync(join(tmpdir(), "pilothouse-lighthouse-"));
try {
  await run(["--version"]).catch((error: unknown) => {
    throw new Error(`npx could not fetch ${lighthouse}, so nothing was measured.`, { cause: error });
  });
  const figures = await measure();
  for (const { screen, theme, device, found, ...scores } of figures) {
    const verdict = categories.every((name) => scores[name] >= wanted[name]) ? "ok  " : "LOW ";
    const shown = categories.map((name) => `${name} ${String(scores[name]).padStart(3)} of ${wanted[name]}`);
    console.log(`${verdict}${screen.padEnd(11)}${theme.padEnd(7)}${device.padEnd(9)}${shown.join("   ")}`);
    for (const problem of found) console.log(`      ${problem}`);
  }
  console.log(JSON.stringify({ lighthouse, figures: figures.map(({ found: _, ...scores }) => scores) }));
  const isLow = figures.some((figure) => categories.some((name) => figure[name] < wanted[name]));
  process.exitCode = isLow ? 1 : 0;
} finally {
  await endServers();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<Figure[]> {
  buildIfMissing();
  const server = await runServer();
  const { organizationId } = await openBenchApp(server);
  const { browser, port, close } = await launch({ moves: true });
  try {
    const [context] = browser.contexts(); // the one that Lighthouse opens its tab in
    const page = await context?.newPage();
    if (!page || port === null) throw new Error("Chromium has no window to sign in by.");
    const login = { name: "login", path: "/auth/login", heading: "Sign in" };
    const inside = [
      { name: "dashboard", path: `/accounts/${organizationId}/dashboard`, heading: "Dashboard" },
      { name: "team", path: `/accounts/${organizationId}/account/teams`, heading: "Manage Account" },
    ];
    const measureAll = (screens: Screen[]) => measureScreens({ page, port, origin: server.url, screens });
    const before = await measureAll([login]);
    await signIn(page, server.url);
    return [...before, ...(await measureAll(inside))];
  } finally {
    await close();
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(new URL("/auth/login", origin).href);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/dashboard/);
}

interface Place {
  page: Page;
  port: number;
  origin: string;
  screens: Screen[];
}

async function measureScreens({ page, port, origin, screens }: Place): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const screen of screens) {
    const url = new URL(screen.path, origin).href;
    for (const theme of themes) {
      await page.goto(url);
      await page.evaluate((name) => localStorage.setItem("theme", name), theme);
      await page.reload();
      await page.getByRole("heading", { level: 1, name: screen.heading }).waitFor();
      for (const device of devices) {
        const report = await audit({ url, port, device });
        figures.push({ screen: screen.name, theme, device, ...readScores(report, url) });
      }
    }
  }
  return figures;
}

async function audit({
  url,
  port,
  device,
}: {
  url: string;
  port: number;
  device: Figure["device"];
}): Promise<Report> {
  const file = join(folder, "report.json");
  await run([
    url,
    `--port=${port}`,
    "--disable-storage-reset", // it would sign out
    `--only-categories=${categories.join(",")}`,
    "--throttling-method=provided", // neither category asks for speed
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    ...(device === "desktop" ? ["--preset=desktop"] : []),
  ]);
  return JSON.parse(readFileSync(file, "utf8")) as Report; // what Lighthouse writes
}

/** The scores of 100, and what is behind a lower one. Throws where another page was measured. */
function readScores(report: Report, url: string): Pick<Figure, "accessibility" | "best-practices" | "found"> {
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  if (report.finalDisplayedUrl !== url)
    throw new Error(`${report.finalDisplayedUrl} was measured, not ${url}`);
  const scoreOf = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100);
  const found = categories.flatMap((name) => {
    const counted = report.categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
    return counted.flatMap(({ id }) => describeFailed(id, report.audits[id]));
  });
  return {
    accessibility: scoreOf("accessibility"),
    "best-practices": scoreOf("best-practices"),
    found,
  };
}

function describeFailed(id: string, audit: Report["audits"][string] | undefined): string[] {
  if (!audit || audit.score === null || audit.score >= 1) return [];
  const items = audit.details?.items ?? [];
  return [`${id}: ${audit.title}`, ...items.map((item) => `  ${JSON.stringify(item).slice(0, 300)}`)];
}

/** Runs Lighthouse by npx; throws with what it said where it fails. */
async function run(words: string[]): Promise<void> {
  const child = spawn("npx", ["--yes", lighthouse, ...words], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${said.trim().slice(-600)}`);
}
