import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSecrets } from "../../database/secrets.ts";
import { openTokens, sealTokens } from "./connections.ts";
import { notionProvider } from "../kinds/notion/notionProvider.ts";
import type { ConnectionRow } from "./tables.ts";

const seal = openSecrets({ dataDir: mkdtempSync(join(tmpdir(), "connections-")), secretKey: "x".repeat(40) });
const at = (baseUrl: string) => notionProvider({ clientId: undefined, clientSecret: undefined, baseUrl });
const provider = at("https://api.notion.com/v1");
const tokens = { accessToken: "ntn_secret", refreshToken: null, expiresAt: null };
const key = { organizationId: "org-1", connectionId: "connection-1" };

function rowOf(change: Partial<ConnectionRow> = {}): ConnectionRow {
  return {
    ...{
      organizationId: "org-1",
      id: "connection-1",
      userId: "user-1",
      provider: "notion",
      accountId: "bot",
    },
    ...{ name: "Harbour", state: "connected", createdAt: 0, updatedAt: 0 },
    sealedAccess: sealTokens(seal, key, { provider, tokens }),
    ...change,
  };
}

it("opens the tokens of a row for the address that they were given for", () => {
  expect(openTokens(seal, rowOf(), provider)).toEqual(tokens);
});

it.each([
  ["for another address", rowOf(), at("https://elsewhere.example/v1")],
  ["in another organization's row", rowOf({ organizationId: "org-2" }), provider],
  ["in another row", rowOf({ id: "connection-2" }), provider],
  ["where they were changed", rowOf({ sealedAccess: "s1.AAAA" }), provider],
])("opens nothing %s", (_, row, asked) => {
  expect(openTokens(seal, row, asked)).toBeNull();
});
