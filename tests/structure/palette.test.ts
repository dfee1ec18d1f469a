import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { routes } from "../../console/routes.tsx";
import { integrationParts } from "../../console/screens/actions/integrationParts.ts";
import { deployTabs } from "../../console/screens/surfaces/deployTabs.ts";
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

it("has every tab of Deploy and Integrations, with its address", () => {
  const ends = (path: string) => new Map(settings[path]?.map(({ label, end = "" }) => [label, end]));
  const deploy = ends("/accounts/:orgId/cp/:agentId/deploy/:part?");
  for (const { part, label } of deployTabs) expect(deploy.has(label) && part, label).toBe(part);
  for (const { part, label } of deployTabs.slice(1)) expect(deploy.get(label)).toBe(`/${part}`);
  const integrations = ends("/accounts/:orgId/cp/:agentId/integrations/:part?/:itemId?");
  for (const { part, label } of integrationParts) expect(integrations.get(label)).toBe(`/${part}`);
});

it("has every card of the settings pages", () => {
  const labels = new Set(Object.values(settings).flatMap((list) => list.map(({ label }) => label)));
  expect(cards.length).toBeGreaterThan(15);
  expect([...new Set(cards)].filter((title) => !labels.has(title))).toEqual([]);
});
