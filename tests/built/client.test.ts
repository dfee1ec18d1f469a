import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, distFolder } from "../../server/build.ts";

const folder = mkdtempSync(join(tmpdir(), "client-"));
const built = (name: string) => join(distFolder, "client", name);

beforeAll(() => {
  buildIfMissing();
  symlinkSync(join(distFolder, "client"), join(folder, "client"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What TypeScript says of a program beside the built client, and of the client's own types. */
function check(text: string): string[] {
  const path = join(folder, "program.mts");
  writeFileSync(path, `import { createClient, PilothouseError } from "./client/client.mjs";\n${text}`);
  const program = ts.createProgram([path], {
    ...{ strict: true, noEmit: true, preserveSymlinks: true, types: [], target: ts.ScriptTarget.ES2024 },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts"],
  });
  // The language's own types are left out: they take most of the time.
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  expect(ours).toHaveLength(2);
  return ours
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

describe("the built client", () => {
  it("has types that need no package and refuse wrong inputs", () => {
    const text = `
      const client = createClient({ url: "https://a.example", apiKey: "ph_", organizationId: "o" });
      const names: string[] = (await client.listAgents()).items.map((agent) => agent.name);
      const params = { productId: "p" };
      const config = { kind: "text" as const, title: "Hours", text: "At nine." };
      const { data } = await client.createDataSource({ params, body: { data: { config } }, idempotencyKey: "k" });
      if (data.config.kind === "text") names.push(data.config.title);
      // @ts-expect-error There is no such part of the path.
      await client.createDataSource({ params: { product: "p" }, body: { data: { config } } });
      // @ts-expect-error There is no such kind.
      await client.createDataSource({ params, body: { data: { config: { kind: "txt" } } } });
      export { names, PilothouseError };`;
    expect(check(text)).toEqual([]);
  });

  it("needs no package, and its package.json points to what is there", async () => {
    const code = readFileSync(built("client.mjs"), "utf8");
    expect(code).not.toMatch(/^import /m);
    const { exports, files } = JSON.parse(readFileSync(built("package.json"), "utf8"));
    for (const file of [...Object.values<string>(exports["."]), ...files])
      expect(readFileSync(built(file), "utf8")).not.toBe("");
    const { createClient } = await import(pathToFileURL(built("client.mjs")).href);
    const asked: string[] = [];
    const client = createClient({
      ...{ url: "https://a.example/", apiKey: "ph_key", organizationId: "o 1" },
      fetch: async (url: URL, init: RequestInit) => {
        asked.push(`${init.method} ${url.href} ${new Headers(init.headers).get("authorization")}`);
        return Response.json({ items: [] });
      },
    });
    expect(await client.listAgents({ query: { page: 2, limit: undefined } })).toEqual({ items: [] });
    expect(asked).toEqual([
      "GET https://a.example/api/console/v1/org/o%201/copilotapps?page=2 Bearer ph_key",
    ]);
  });
});
