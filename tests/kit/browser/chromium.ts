import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright";
import type { Browser } from "playwright";

/** A running Chromium; `close` ends it and removes its profile. */
export interface RunningChromium {
  browser: Browser;
  /** Where other programs reach the same Chromium by its protocol; null where storage is `denied`. */
  port: number | null;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /**
   * `partitioned` is what people have: a frame from another site keeps a storage of its own. `denied` is Playwright's
   * own way to start: in such a frame every call to a storage throws, as in a browser that blocks it.
   */
  storage?: "partitioned" | "denied";
  /**
   * `shell` draws pages alike with half of the work, and is taken where it is installed. `whole` is the browser that
   * people have: with its cache of pages and with push messages.
   */
  program?: "shell" | "whole";
  /** Whether pages may move: otherwise their contexts ask for reduced motion, and draw a third as often. */
  moves?: boolean;
  /** More flags of Chromium's command line. */
  args?: string[];
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--no-first-run",
  "--no-default-browser-check",
];

/** Starts a Chromium without a window, with the storage that the test asks for. */
export async function launch({
  storage = "partitioned",
  program = storage === "denied" ? "whole" : "shell",
  moves = false,
  args = [],
}: LaunchOptions = {}): Promise<RunningChromium> {
  const executablePath = (program === "shell" && findShell()) || findChromium();
  const started =
    storage === "partitioned"
      ? await launchAsPeopleDo(executablePath, args)
      : await launchAsPlaywrightDoes(executablePath, args);
  prepareContexts(started.browser, moves);
  return started;
}

async function launchAsPlaywrightDoes(executablePath: string, args: string[]): Promise<RunningChromium> {
  const browser = await chromium.launch({ executablePath, args: [...flags, ...args] });
  return { browser, port: null, close: () => browser.close() };
}

/** How long Playwright looks for what a test asks for: an end for what never comes, as in longWaits.ts. */
const patienceMs = 60_000;

/** Lets each context be patient, and ask for reduced motion unless the test says otherwise. */
function prepareContexts(browser: Browser, moves: boolean): void {
  const { newContext, newPage } = browser;
  const calm = moves ? {} : { reducedMotion: "reduce" as const };
  for (const context of browser.contexts()) context.setDefaultTimeout(patienceMs);
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, { ...calm, ...options });
    context.setDefaultTimeout(patienceMs);
    return context;
  };
  browser.newPage = async (options) => {
    const page = await newPage.call(browser, { ...calm, ...options });
    page.setDefaultTimeout(patienceMs);
    return page;
  };
}

let found: string | undefined;

/**
 * Gives the path of a Chromium: CHROMIUM_PATH, one of the system's, Playwright's own, or one that apt installs now
 * where this process is root. Throws with the three ways out where there is none.
 */
export function findChromium(): string {
  found ??= findGiven() ?? findInstalled() ?? installByApt();
  if (found) return found;
  throw new Error(
    [
      "No Chromium was found for the browser tests. Any of these helps:",
      "  1. install one: apt-get install chromium (as root the tests do it themselves), or brew install chromium",
      "  2. let Playwright fetch its own: npx playwright install chromium",
      "  3. set CHROMIUM_PATH to the Chromium or Chrome that you have",
    ].join("\n"),
  );
}

function findGiven(): string | undefined {
  const { CHROMIUM_PATH: given } = process.env;
  if (given && !isProgram(given)) throw new Error(`CHROMIUM_PATH is ${given}, and no program is there.`);
  return given;
}

/**
 * Debian's Chromium without windows, menus and what else belongs to a desktop. Its command on PATH is a script, and a
 * signal to it would leave the browser running.
 */
function findShell(): string | undefined {
  const path = "/usr/lib/chromium/chromium-headless-shell";
  return !process.env["CHROMIUM_PATH"] && isProgram(path) ? path : undefined;
}

function findInstalled(): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    chromium.executablePath(),
  ].find(isProgram);
}

function installByApt(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    return undefined;
  console.error("No Chromium: installing the system's by apt-get, once ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-q"], { stdio: "ignore", env });
  spawnSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", "chromium"], {
    stdio: "ignore",
    env,
  });
  return findInstalled();
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts the program ourselves and joins it: Playwright's own start turns the partitions of storage off. */
async function launchAsPeopleDo(executablePath: string, args: string[]): Promise<RunningChromium> {
  const profile = mkdtempSync(join(tmpdir(), "chromium-"));
  const child = spawn(
    executablePath,
    [
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      ...flags,
      ...args,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const stopWithUs = () => child.kill("SIGKILL");
  process.once("exit", stopWithUs);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const end = async () => {
    child.kill();
    await gone;
    process.off("exit", stopWithUs);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await readAddress(child);
    const browser = await chromium.connectOverCDP(address);
    return { browser, port: Number(new URL(address).port), close: () => browser.close().then(end) };
  } catch (error) {
    await end();
    throw error;
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error("Chromium has no stderr to read its address from");
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address) {
      child.stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`Chromium ended before it was ready: ${said.slice(-5).join(" | ")}`);
}
