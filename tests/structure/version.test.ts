import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { version } from "../../shared/domain/product.ts";
import { root } from "./files.ts";

it("calls itself by the version of package.json", () => {
  expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version).toBe(version);
});
