import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { weigh } from "../../rollup.budgets.ts";
import { buildIfMissing, distFolder as dist, readManifest } from "../../server/build.ts";

beforeAll(buildIfMissing);

describe("the built bundles", () => {
  it("stay within their budgets", () => {
    const rows = weigh(readManifest());
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ isOver }) => isOver)).toEqual([]);
  });

  it("have compressed copies that hold the same bytes", () => {
    for (const file of Object.values(readManifest().files)) {
      const bytes = readFileSync(join(dist, file.path));
      expect(brotliDecompressSync(readFileSync(join(dist, `${file.path}.br`))).equals(bytes), file.path).toBe(
        true,
      );
      expect(gunzipSync(readFileSync(join(dist, `${file.path}.gz`))).equals(bytes), file.path).toBe(true);
    }
  });

  it("have no source maps and contact no other host", () => {
    for (const file of Object.values(readManifest().files)) {
      expect(existsSync(join(dist, `${file.path}.map`))).toBe(false);
      const text = readFileSync(join(dist, file.path), "utf8");
      expect(text).not.toContain("sourceMappingURL");
      expect(text).not.toMatch(/(?:fetch|import)\(["'`]https?:/);
    }
  });

  it("change their names with their content, except for names that people or browsers keep", () => {
    const named = ["/widget.js", "/widget.mjs", "/widget.d.mts", "/widget-react.mjs", "/widget-react.d.mts"];
    // A browser asks for a service worker again under the name that it was registered by.
    named.push("/inbox/worker.js");
    // Programs import the typed client from the server that they ask.
    named.push("/client.mjs", "/client.d.mts");
    const lasting = Object.entries(readManifest().files).filter(([, file]) => !file.immutable);
    expect(lasting.map(([url]) => url).filter((url) => !named.includes(url))).toEqual([]);
  });

  it("load no schema library for visitors, nor in the console before a screen needs it", () => {
    const { files, entries } = readManifest();
    const entry = entries["console"];
    const first = new Set(entry && [entry.file, ...entry.preload]);
    for (const [url, file] of Object.entries(files)) {
      if (file.path.startsWith("console/") && !first.has(url)) continue;
      expect(readFileSync(join(dist, file.path), "utf8"), file.path).not.toContain('"valibot"');
    }
  });

  it("load no part of React for visitors", () => {
    for (const file of Object.values(readManifest().files).filter(
      ({ path }) => !path.startsWith("console/"),
    )) {
      expect(readFileSync(join(dist, file.path), "utf8"), file.path).not.toContain(
        "__SECRET_INTERNALS_DO_NOT_USE",
      );
      expect(readFileSync(join(dist, file.path), "utf8"), file.path).not.toContain(
        "react.transitional.element",
      );
    }
  });
});
