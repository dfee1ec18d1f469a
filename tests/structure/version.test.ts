import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { version } from "../../shared/domain/product.ts";
import { root } from "./files.ts";

it.each(["package.json", "client/package.json"])("calls itself by the version of %s", (path) => {
  expect(JSON.parse(readFileSync(join(root, path), "utf8")).version).toBe(version);
});
