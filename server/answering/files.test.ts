import { describe, expect, it } from "vitest";
import { AppError } from "../../shared/errors/errors.ts";
import { readFiles } from "./files.ts";
import type { AskedFile } from "./askedFile.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function makeFile(given: Partial<AskedFile> & { bytes?: Buffer } = {}): AskedFile & { asked: number[] } {
  const { bytes = png, ...rest } = given;
  const asked: number[] = [];
  return {
    ...{ name: "a", contentType: "image/png", sizeBytes: bytes.length, asked },
    read: async (most) => {
      asked.push(most);
      return bytes.subarray(0, most);
    },
    ...rest,
  };
}

async function usesOf(files: AskedFile[]) {
  return [...(await readFiles(files)).values()].map(({ use }) => use);
}

describe("what a model gets of files", () => {
  it("is the newest eight, oldest first", async () => {
    const files = Array.from({ length: 10 }, () => makeFile());
    expect(await usesOf(files)).toEqual([...Array(2).fill("left_out"), ...Array(8).fill("read")]);
  });

  it("is 12 MB in all; what is beyond is not even read", async () => {
    const [old, big, small] = [makeFile({ sizeBytes: 5e6 }), makeFile({ sizeBytes: 8e6 }), makeFile()];
    expect(await usesOf([old, big, small])).toEqual(["left_out", "read", "read"]);
    expect(old.asked).toEqual([]);
  });

  it("is the beginning of a long text, whole characters only", async () => {
    const bytes = Buffer.from("ü".repeat(100_000));
    const file = makeFile({ contentType: "text/plain", bytes });
    const given = (await readFiles([file])).get(file);
    expect(given).toEqual({ use: "cut", text: "ü".repeat(20_000) });
    expect(file.asked).toEqual([80_000]);
  });

  it.each([
    ["umlauts of an old file", Buffer.from("Gr\xfc\xdfe", "latin1"), "Grüße"],
    ["a byte order mark", Buffer.from("\ufeffHi"), "Hi"],
    ["no text at all", Buffer.from(""), ""],
  ])("is text with %s", async (_, bytes, text) => {
    const file = makeFile({ contentType: "text/csv", bytes });
    expect((await readFiles([file])).get(file)).toEqual({ use: "read", text });
  });

  it("is nothing of bytes that are not what they say, and of a file that is gone", async () => {
    const gone = makeFile({ read: () => Promise.reject(new AppError("not_found")) });
    const files = [
      makeFile({ bytes: Buffer.from("<svg/>") }),
      makeFile({ contentType: "text/plain", bytes: Buffer.from([0, 1, 2, 3]) }),
      makeFile({ contentType: "application/pdf", bytes: Buffer.from("MZ") }),
      gone,
    ];
    expect(await usesOf(files)).toEqual(Array(4).fill("left_out"));
  });
});
