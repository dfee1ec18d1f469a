import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "../database/ids.ts";
import { openFileFolder } from "./fileFolder.ts";

const root = mkdtempSync(join(tmpdir(), "files-"));
afterAll(() => rmSync(root, { recursive: true }));
const folder = openFileFolder(root);
const bytes = (text: string) => new Blob([text]).stream();

describe("the folder of files", () => {
  it("takes each file once, whoever read its row before", async () => {
    const id = newId();
    await folder.write(id, bytes("first"), 5);
    await expect(folder.write(id, bytes("other"), 5)).rejects.toMatchObject({ code: "conflict" });
    expect(readFileSync(folder.pathOf(id), "utf8")).toBe("first");
    expect(statSync(folder.pathOf(id)).mode & 0o777).toBe(0o600);
  });

  it("E1: has no place for anything but an id", () => {
    for (const name of [
      "../../etc/passwd",
      "..",
      "",
      "a/b",
      "C:\\x",
      "x".repeat(100),
      "%2e%2e",
      "01m7\0aaaa",
      "NUL",
    ]) {
      expect(() => folder.pathOf(name), name).toThrow(expect.objectContaining({ code: "not_found" }));
    }
  });

  it("removes a file, and takes it well when there is none", async () => {
    const id = newId();
    await folder.write(id, bytes("x"), 1);
    await folder.remove(id);
    await folder.remove(id);
    expect(() => statSync(folder.pathOf(id))).toThrow();
  });
});

it("hole 10: takes a file again at once where a kill left a part of it, and removes such parts", async () => {
  const id = newId();
  const left = `${folder.pathOf(id)}.part`;
  mkdirSync(dirname(left), { recursive: true });
  for (const part of [left, `${folder.pathOf(id)}.0123456789ab.part`]) writeFileSync(part, "half a");
  const long = new Date(Date.now() - 60 * 60_000);
  utimesSync(left, long, long);
  await folder.write(id, bytes("a whole file"), 12);
  expect(readFileSync(folder.pathOf(id), "utf8")).toBe("a whole file");
  expect(existsSync(left)).toBe(false);
  await folder.remove(id);
  expect(readdirSync(dirname(left)).filter((name) => name.startsWith(id))).toEqual([]);
});
