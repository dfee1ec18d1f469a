import { describe, expect, it } from "vitest";
import { endingsOfKind, fileEndings, fileKinds } from "./fileKinds.ts";

describe("the kinds of files in a data source", () => {
  it("are those of the specification", () => {
    expect(fileKinds).toEqual(["files", "csvFiles", "textFiles", "docFiles", "pdfFiles", "excelFiles"]);
  });

  it.each([
    ["csvFiles", ["csv", "tsv"]],
    ["textFiles", ["txt", "md", "markdown", "html", "htm", "json"]],
    ["docFiles", ["docx"]],
    ["pdfFiles", ["pdf"]],
    ["excelFiles", ["xlsx", "xlsm", "xls"]],
    ["files", [...fileEndings]],
  ] as const)("%s take names that end with %j", (kind, endings) => {
    expect(endingsOfKind(kind)).toEqual(endings);
  });

  it.each([
    ["pdf", "pdf"],
    ["doc", "docx"],
    ["excel", "xlsx"],
    ["csv", "csv"],
    ["text", "txt"],
    ["ppt", "pptx"],
    ["markdown", "md"],
    ["html", "html"],
    ["json", "json"],
  ])("hold the file type %s, as %s", (_, ending) => {
    expect(fileEndings).toContain(ending);
  });

  it("leave no ending that is read without `files`", () => {
    expect(fileEndings).toContain("pptx");
    expect(new Set(fileEndings).size).toBe(fileEndings.length);
  });
});
