import { afterEach, expect, it } from "vitest";
import { createOpenapiReader } from "./createOpenapiReader.ts";
import type { OpenapiReader } from "./createOpenapiReader.ts";

let reader: OpenapiReader;
afterEach(() => reader.close());

const small = new TextEncoder().encode('{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}');

it("reads on in a new process after a document that takes too much memory", async () => {
  reader = createOpenapiReader({ memoryMb: 32 });
  const long = new TextEncoder().encode(`{"openapi":"3.1.0","x":[${"{},".repeat(3_000_000)}{}]}`);
  await expect(reader.read(long)).rejects.toThrow("too much memory");
  expect((await reader.read(small)).operations).toHaveLength(1);
});

it.each([
  ["too large a document", new Uint8Array(10_000_001).fill(32), "larger than 10 MB"],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe]), "UTF-8"],
  ["an empty document", new Uint8Array(), "empty"],
  [
    "lists within lists",
    new TextEncoder().encode(`{"openapi":"3.1.0","paths":${"[".repeat(300_000)}`),
    "valid",
  ],
])("refuses %s in words", async (_, bytes, words) => {
  reader = createOpenapiReader();
  await expect(reader.read(bytes)).rejects.toThrow(words);
});
