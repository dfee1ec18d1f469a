import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "./files.ts";

describe("the compiler of a folder", () => {
  it.each(["console", "widget", "embed", "client", "shared"])("knows nothing of Node in %s", (folder) => {
    expect(readOptions(folder).types).toEqual([]);
  });

  it("knows nothing of the DOM in server", () => {
    expect(readOptions("server").lib).toEqual(["lib.es2024.d.ts"]);
  });

  it.each(["console", "widget", "embed", "client", "shared", "server", "tests"])(
    "is strict in %s, and emits nothing",
    (folder) => {
      expect(readOptions(folder)).toMatchObject({
        strict: true,
        noUncheckedIndexedAccess: true,
        erasableSyntaxOnly: true,
        verbatimModuleSyntax: true,
        noEmit: true,
      });
    },
  );
});

function readOptions(folder: string): ts.CompilerOptions {
  const path = join(root, folder, "tsconfig.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, join(root, folder)).options;
}
