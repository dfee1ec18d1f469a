import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { listFiles, readValues } from "./readValues.ts";

const folder = mkdtempSync(join(tmpdir(), "values-"));
async function read(text: string): Promise<unknown[]> {
  const path = join(folder, "export.json");
  writeFileSync(path, text);
  const found: unknown[] = [];
  for await (const value of readValues(path, ["data", "payload", "tickets"])) found.push(value);
  return found;
}

it.each<[string, string, unknown[]]>([
  ["lines", '{"id":1}\n{"id":2,"tags":["a"]}\n', [{ id: 1 }, { id: 2, tags: ["a"] }]],
  ["a list", '[{"id":1},\n{"id":2}]', [{ id: 1 }, { id: 2 }]],
  [
    "a named list",
    '{"count":2,"tickets":[{"id":1,"comments":[{"id":9}]},{"id":2}],"next":null}',
    [{ id: 1, comments: [{ id: 9 }] }, { id: 2 }],
  ],
  ["a list in a named object", '{"data":{"meta":{"all":1},"payload":[{"id":1}]}}', [{ id: 1 }]],
  ["an empty list", '{"tickets":[]}', []],
  [
    "one object",
    '{\n "id": 1,\n "linked": {"data": [{"id":2}]}\n}',
    [{ id: 1, linked: { data: [{ id: 2 }] } }],
  ],
  ["signs in texts", '{"id":"}]{[\\"\\\\","data":"[{"}', [{ id: '}]{["\\', data: "[{" }]],
])("reads %s", async (_, text, expected) => {
  expect(await read(text)).toEqual(expected);
});

it("gives any objects back as they were, also where a piece of the file ends inside one", async () => {
  const long = "ä".repeat(70_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 }),
      async (values) => {
        const all = [{ long }, ...values].map((one) => ({ one }));
        expect(await read(JSON.stringify({ tickets: all }, null, 1))).toEqual(
          JSON.parse(JSON.stringify(all)),
        );
      },
    ),
    { numRuns: 30 },
  );
});

it("says what is wrong with a file", async () => {
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(read('{"tickets":[{"id":1}')).rejects.toThrow(/ends in the middle/);
  await expect(read('[{"id":}]')).rejects.toThrow(/is not valid JSON/);
  await expect(listFiles(join(folder, "missing"), [".json"])).rejects.toThrow(/There is no file/);
});
