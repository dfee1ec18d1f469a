import { describe, expect, it } from "vitest";
import { listFiles, readProject } from "./files.ts";
import { findPlaces } from "./places.ts";

const isText = (path: string) => !/\.(png|jpg|ico|woff2?|pdf|docx|gz|br|zip|webp)$/.test(path);
const isOurs = (path: string) =>
  !path.startsWith("tests/fixtures/") && !path.startsWith("tests/structure/places");

describe("what is kept in the project", () => {
  it("names no folder of a machine and no package host", () => {
    const paths = listFiles().filter((path) => isText(path) && isOurs(path));
    expect(paths.flatMap((path) => findPlaces(path, readProject(path)))).toEqual([]);
  });

  it.each([
    `const data = "/home/ana/data";`,
    "see /tmp/report.txt",
    "cd /Users/ana/project",
    `"resolved": "https://registry.example.org/react"`,
  ])("stops %s", (text) => {
    expect(findPlaces("a.ts", text)).toHaveLength(1);
  });

  it.each([
    `"https://shop.example/home/garden"`,
    `join(tmpdir(), "x")`,
    `"/root"`,
    `path("/homeware/lamps")`,
  ])("lets %s pass", (text) => {
    expect(findPlaces("a.ts", text)).toEqual([]);
  });

  it("locks packages by content, without the address they came from", () => {
    expect(readProject("package-lock.json")).not.toMatch(/"resolved": "http/);
  });

  it("installs nothing that runs a script of its own", () => {
    expect(readProject("package-lock.json")).not.toContain("hasInstallScript");
  });
});
