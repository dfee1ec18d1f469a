import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openSecrets } from "./secrets.ts";
import { openStore } from "./openStore.ts";

const root = mkdtempSync(join(tmpdir(), "private-"));
afterAll(() => rmSync(root, { recursive: true }));
const modeOf = (folder: string) => statSync(folder).mode & 0o777;

it.each([
  [0o755, 0o750],
  [0o777, 0o770],
  [0o750, 0o750],
  [0o700, 0o700],
])("hole 16: an existing data folder of mode %o is %o after the start", async (before, after) => {
  const first = join(root, `store-${before}`);
  mkdirSync(first);
  chmodSync(first, before);
  const store = await openStore({ dataDir: first, databaseUrl: undefined, report: () => undefined });
  await store.close();
  expect(modeOf(first)).toBe(after);

  const second = join(root, `secrets-${before}`);
  mkdirSync(second);
  chmodSync(second, before);
  openSecrets({ dataDir: second });
  expect(modeOf(second)).toBe(after);
});
