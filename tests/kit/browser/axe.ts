import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface WithAxe {
  axe: { run(): Promise<AxeResults> };
}

/** What axe finds on a page, a line each. The page's context needs `bypassCSP`: its strict policy would refuse axe. */
export async function findBarriers(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as WithAxe).axe.run()); // just put there
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${where}: ${id} at ${target.join(" ")}`),
  );
}
