import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAssets } from "./assets.ts";
import type { Assets } from "./assets.ts";

let folder = "";
let assets: Assets;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "assets-"));
  const files = {
    "/widget.js": { path: "widget.js", immutable: false },
    "/assets/a-1.mjs": { path: "a-1.mjs", immutable: true },
    "/assets/a-1.d.mts": { path: "a-1.d.mts", immutable: true },
  };
  const entries = { console: { file: "/assets/a-1.mjs", preload: [] } };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ source: "s1", entries, files }));
  for (const name of ["widget.js", "a-1.mjs", "a-1.d.mts"]) {
    for (const ending of ["", ".br", ".gz"]) writeFileSync(join(folder, name + ending), `${name}${ending}`);
  }
  assets = openAssets(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) => assets.serve(path, new Headers(headers));

describe("built files", () => {
  it.each([
    ["gzip, deflate, br", "br", "widget.js.br"],
    ["gzip", "gzip", "widget.js.gz"],
    ["br;q=0, gzip;q=0.5", "gzip", "widget.js.gz"],
    ["identity", null, "widget.js"],
    ["", null, "widget.js"],
  ])("accepted as %j come as %s", async (accepted, encoding, content) => {
    const response = await get("/widget.js", { "accept-encoding": accepted });
    expect(response?.headers.get("content-encoding")).toBe(encoding);
    expect(response?.headers.get("vary")).toBe("Accept-Encoding");
    expect(await response?.text()).toBe(content);
  });

  it("are kept for ever under a name of their content, else for minutes and then asked for by tag", async () => {
    const lasting = await get("/assets/a-1.mjs");
    expect(lasting?.headers.get("cache-control")).toContain("immutable");
    const fixed = await get("/widget.js");
    expect(fixed?.headers.get("cache-control")).toContain("max-age=300");
    const again = await get("/widget.js", { "if-none-match": fixed?.headers.get("etag") ?? "" });
    expect(again?.status).toBe(304);
    expect(await again?.text()).toBe("");
  });

  it("may be used by any page, which they know nothing of", async () => {
    const headers = (await get("/widget.js"))?.headers;
    expect(headers?.get("access-control-allow-origin")).toBe("*");
    expect(headers?.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers?.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  it.each(["/manifest.json", "/widget.js.br", "/../widget.js", "/toString", "/__proto__", "/"])(
    "are those that the manifest names, not %s",
    async (path) => {
      expect(await get(path)).toBeNull();
    },
  );

  it("say where a module's types lie, which are no script", async () => {
    expect((await get("/assets/a-1.mjs"))?.headers.get("x-typescript-types")).toBe("/assets/a-1.d.mts");
    const types = (await get("/assets/a-1.d.mts"))?.headers;
    expect(types?.get("content-type")).toBe("application/typescript; charset=utf-8");
    expect(types?.get("x-typescript-types")).toBeNull();
  });

  it("change when a build ran meanwhile", async () => {
    const files = { "/new.js": { path: "widget.js", immutable: false } };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ source: "s2", entries: {}, files }));
    expect(await get("/new.js")).not.toBeNull();
    expect(assets.findEntry("console")).toBeNull();
  });

  it("are none where nothing was built", () => {
    expect(openAssets(join(folder, "nothing")).findEntry("console")).toBeNull();
  });
});
