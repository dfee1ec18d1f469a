import { describe, expect, it } from "vitest";
import { listFiles, readProject } from "./files.ts";
import { judgeName } from "./names.ts";

/** What fits on a screen without scrolling. */
const screenLines = 50;

describe("names and homes", () => {
  it("a capability has one name in server, console and contract", () => {
    expect(new Set(listFiles().map(judgeName).filter(Boolean))).toEqual(new Set());
  });

  it.each([
    ["server/datasources/calls.ts", "neither a capability nor ground"],
    ["console/screens/data-sources/List.tsx", "no capability"],
    ["console/state/helpers/a.ts", "no capability"],
    ["server/conversations/helpers/a.ts", "no room of conversations"],
  ])("stops %s", (path, words) => {
    expect(judgeName(path)).toContain(words);
  });

  it.each(["server/knowledge/calls.ts", "server/main.ts", "console/screens/knowledge/List.tsx"])(
    "lets %s pass",
    (path) => {
      expect(judgeName(path)).toBeNull();
    },
  );

  it("a folder's README fits on a screen", () => {
    const readmes = listFiles().filter((path) => /.\/README\.md$/.test(path));
    expect(readmes.filter((path) => readProject(path).split("\n").length > screenLines)).toEqual([]);
  });
});
