import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { Page } from "playwright";
import { sqliteFileName } from "../../server/database/sqliteStore.ts";
import { launch } from "../kit/chromium.ts";
import type { RunningServer } from "../kit/runServer.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchHouse } from "./visitor.ts";

export interface ThreadFigures {
  /** From asking for the document to the newest message on the screen. */
  openMs: number;
  /** The longest time between two frames while a visitor scrolls up through older messages, 95 of 100. */
  frameMs: number;
  /** The page's memory once this many messages were read. */
  memoryMb: number;
  messages: number;
}

const all = 10_000;
const readForMemory = 1000;
const opens = 5;
/** By one event of the wheel, one after the other: as quick as a fling on a phone, about 10,000 px a second. */
const flingPx = 250;

/** Opens a conversation of 10,000 messages as a returning visitor does, and scrolls up through its newest thousand. */
export async function measureThread(server: RunningServer, { token }: BenchHouse): Promise<ThreadFigures> {
  const { browser, close } = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 400, height: 680 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/embed/${token}`);
    await page.locator("textarea").fill("The first question");
    await page.keyboard.press("Enter");
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    await page.getByRole("article").nth(1).waitFor();
    fillThread(server, all);
    const times: number[] = [];
    for (let index = 0; index < opens; index += 1) times.push(await openOnce(page));
    const frames = await scrollUp(page);
    return {
      openMs: median(times),
      frameMs: percentile(frames, 95),
      memoryMb: await readMemory(page),
      messages: readForMemory,
    };
  } finally {
    await close();
  }
}

/** Puts messages into the one conversation there is, beside the running server. */
function fillThread({ dataDir }: RunningServer, count: number): void {
  const db = new DatabaseSync(join(dataDir, sqliteFileName));
  db.exec("pragma busy_timeout = 5000");
  const thread = db.prepare(`select * from threads limit 1`).get();
  const sample = db.prepare(`select * from messages order by position desc limit 1`).get();
  if (!thread || !sample) throw new Error("There is no conversation to fill.");
  const first = Number(thread["nextPosition"]);
  const names = Object.keys(sample);
  const insert = db.prepare(
    `insert into messages (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map(() => "?").join(", ")})`,
  );
  db.exec("begin");
  for (let index = 0; index < count; index += 1) {
    const isVisitor = index % 2 === 0;
    const row = {
      ...sample,
      ...{ id: `bench${String(index).padStart(8, "0")}`, position: first + index, clientId: null },
      ...{ role: isVisitor ? "user" : "assistant", kind: "text", status: "sent", inReplyTo: null },
      content: isVisitor ? `Question ${index}: how does that work?` : answerOf(index),
    };
    insert.run(...names.map((name) => row[name as keyof typeof row] ?? null));
  }
  db.prepare(`update threads set "nextPosition" = ?`).run(first + count);
  db.exec("commit");
  db.close();
}

function answerOf(index: number): string {
  return `Number ${index}. It works **like this**:\n\n- open the settings\n- choose [what you need](https://example.com/${index})\n\nThen \`save\` it, and it takes effect at once.`;
}

async function openOnce(page: Page): Promise<number> {
  await page.reload({ waitUntil: "commit" });
  await page.getByText(`Number ${all - 1}.`).waitFor();
  return page.evaluate(() => performance.now());
}

/** Scrolls by the wheel until a thousand messages were read; gives the times between frames. */
async function scrollUp(page: Page): Promise<number[]> {
  await page.evaluate(watchFrames);
  const log = page.getByRole("log");
  await log.hover();
  // Counted without a look at roles and texts, which would take the page's time.
  const read = () => page.evaluate(() => document.querySelectorAll("article").length);
  while ((await read()) < readForMemory) await page.mouse.wheel(0, -flingPx);
  return page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames); // see watchFrames
}

function watchFrames(): void {
  const frames: number[] = [];
  Object.assign(globalThis, { frames });
  let last = performance.now();
  const note = (at: number) => {
    frames.push(at - last);
    last = at;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

async function readMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1_000_000;
}
