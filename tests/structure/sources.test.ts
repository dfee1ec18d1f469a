import { describe, expect, it } from "vitest";
import { judgeFile } from "./arrows.ts";
import { findCircles } from "./circles.ts";
import { listSources, projectHas, readProject } from "./files.ts";
import { findForbidden } from "./forbidden.ts";
import { listMentions } from "./imports.ts";
import { findLostStyles, findSharedChanges } from "./styles.ts";

/** Whole programs, in which a circle would be. A test is imported by nobody. */
const isOfProgram = (path: string) =>
  /^(server|console|widget|embed|client|shared)\/(?!.*\.test\.)/.test(path);
const isDrawn = (path: string) => /^(console|widget|shared)\//.test(path);

// Everything that is asked of a file is asked at once: its syntax tree takes most of the time.
const sources = listSources().map((path) => {
  const text = readProject(path);
  return {
    path,
    text: isDrawn(path) && isOfProgram(path) ? text : "",
    mentions: isOfProgram(path) ? listMentions(path, text) : null,
    wrongImports: judgeFile(path, text, projectHas),
    forbidden: findForbidden(path, text),
    lostStyles: isDrawn(path) ? findLostStyles(path, text) : [],
  };
});

describe("every source of the project", () => {
  it("imports along the arrows", () => {
    expect(sources.flatMap(({ wrongImports }) => wrongImports)).toEqual([]);
  });

  it("does nothing that is forbidden", () => {
    expect(sources.flatMap(({ forbidden }) => forbidden)).toEqual([]);
  });

  it("writes styles that goober keeps whole", () => {
    expect(sources.flatMap(({ lostStyles }) => lostStyles)).toEqual([]);
  });

  it("changes no style by one that stands elsewhere, too", () => {
    expect(findSharedChanges(sources.filter(({ text }) => text !== ""))).toEqual([]);
  });

  it("is in no circle of imports, types included", () => {
    const mentions = new Map(
      sources.flatMap(({ path, mentions: listed }) => (listed ? [[path, listed] as const] : [])),
    );
    const found = findCircles(mentions).map(({ kind, files }) => `${kind}: ${files.join(" ")}`);

    expect(found).toEqual([]);
  });
});
