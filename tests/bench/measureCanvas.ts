import { createWorkflow } from "../../shared/contract/workflows/workflows.ts";
import type { Graph } from "../../shared/domain/workflows/graph.ts";
import { launch } from "../kit/browser/chromium.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { graph, step } from "../kit/workflows/graphs.ts";
import { openConsole } from "./openConsole.ts";
import type { BenchApp } from "./visitor.ts";
import { watchFrames } from "./watchFrames.ts";

const stepCount = 200;
const rowLength = 20;
const drags = 12;
const movesEach = 40;
const pxEach = 12;

/** How many frames a second the canvas of a workflow with 200 steps shows while somebody drags it about. */
export async function measureCanvas(
  server: RunningServer,
  { client, agentId }: BenchApp,
): Promise<{ framesPerSecond: number }> {
  const body = { data: { name: "Large", agentId, graph: drawLarge() } };
  const { data: workflow } = await client.call(createWorkflow, { body });
  const { browser, close } = await launch({ moves: true });
  try {
    const page = await openConsole(browser, server, `cp/${agentId}/workflows/${workflow.id}?look=canvas`);
    const canvas = page.locator(".react-flow__pane");
    await page.locator(".react-flow__node").first().waitFor();
    // Steps that can be read, so that each drag brings new ones.
    for (let presses = 0; presses < 6; presses += 1)
      await page.getByRole("button", { name: "Zoom in" }).click();
    const box = await canvas.boundingBox();
    if (!box) throw new Error("The canvas has no size.");
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const frames = await watchFrames(page);
    for (let drag = 0; drag < drags; drag += 1) {
      const along = drag % 2 === 0 ? pxEach : -pxEach;
      // With it, a drag that begins on a step moves the canvas, too.
      await page.keyboard.down("Space");
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.down();
      for (let move = 1; move <= movesEach; move += 1)
        await page.mouse.move(middle.x, middle.y + move * along);
      await page.mouse.up();
      await page.keyboard.up("Space");
    }
    const times = await frames.read();
    return { framesPerSecond: (1000 * times.length) / times.reduce((sum, ms) => sum + ms, 0) };
  } finally {
    await close();
  }
}

/** Rows of steps that begin at a condition each. */
function drawLarge(): Graph {
  const ids = Array.from({ length: stepCount }, (_, at) => `s${at}`);
  const isHead = (at: number) => at % rowLength === 0;
  return graph(
    ids.map((id, at) => (isHead(at) ? step(id, "condition") : step(id, "say", { text: `Message ${at}` }))),
    [
      "start > s0",
      ...ids.flatMap((id, at) => {
        if (!isHead(at)) return isHead(at + 1) ? [] : [`${id} > s${at + 1}`];
        const below = at + rowLength < stepCount ? [`${id}:no > s${at + rowLength}`] : [];
        return [`${id}:yes > s${at + 1}`, ...below];
      }),
    ],
  );
}
