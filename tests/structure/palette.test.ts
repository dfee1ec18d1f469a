import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { routes } from "../../console/routes.tsx";
import { settings } from "../../console/shell/palette/settings.ts";

const cards = globSync([
  "console/screens/surfaces/*Card.tsx",
  "console/screens/surfaces/{HostedForm,Identity}.tsx",
  "console/screens/accounts/Organization*.tsx",
  "console/screens/agents/behavior/*Card.tsx",
  "console/parts/profile/*Card.tsx",
]).flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/<Card\s[^>]*?title="([^"]+)"/g)].map(([, title = ""]) => title),
);

it("is of pages that there are", () => {
  const paths = routes.map(({ path }) => path);
  expect(Object.keys(settings).filter((path) => !paths.includes(path))).toEqual([]);
});

it("has every card of the settings pages", () => {
  const labels = new Set(Object.values(settings).flatMap((list) => list.map(({ label }) => label)));
  expect(cards.length).toBeGreaterThan(15);
  expect([...new Set(cards)].filter((title) => !labels.has(title))).toEqual([]);
});
