import { describe, expect, it } from "vitest";
import { projectHas, readProject } from "./files.ts";

const rows = readProject("SECURITY-ASVS.md")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, number = "", , state = "", where = ""] = line.split("|").map((cell) => cell.trim());
    return { number, state, where };
  });

/** What stands between backticks and is the path of a file: it has a known ending or is one of three names. */
function readPaths(where: string): string[] {
  return [...where.matchAll(/`([^`]+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) =>
      /^[\w./-]+\.(tsx?|mjs|md|json|conf|yaml)$|^Dockerfile$|(^|\/)Caddyfile$|^\.dockerignore$/.test(path),
    );
}

describe("the comparison with ASVS 5.0", () => {
  it("has a row for each requirement of level 1 and 2, once", () => {
    expect(new Set(rows.map(({ number }) => number)).size).toBe(253);
    expect(rows).toHaveLength(253);
  });

  it("says of each whether it is met, and where or why", () => {
    const unclear = rows.filter(
      ({ state, where }) => !["met", "not applicable", "not met"].includes(state) || where === "",
    );
    expect(unclear).toEqual([]);
  });

  it("names a file for each that is met, and no file that is missing", () => {
    expect(rows.filter(({ state, where }) => state === "met" && readPaths(where).length === 0)).toEqual([]);
    expect(rows.flatMap(({ where }) => readPaths(where)).filter((path) => !projectHas(path))).toEqual([]);
  });
});
