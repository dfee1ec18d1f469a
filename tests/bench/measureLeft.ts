import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { launch } from "../kit/browser/chromium.ts";
import { repeatWidget, type RepeatedWidget } from "../kit/surfaces/repeatWidget.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import type { BenchApp } from "./visitor.ts";

/** What a hundred widgets leave on a page that created and destroyed them. */
export async function measureLeft(
  server: RunningServer,
  { token }: BenchApp,
): Promise<RepeatedWidget["left"]> {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Shop</title><h1>Shop</h1>");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { browser, close } = await launch({ moves: true });
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`); // it listens on TCP
    return (await repeatWidget(page, { host: server.url, token })).left;
  } finally {
    await close();
    site.closeAllConnections();
    site.close();
  }
}
