import { describe, expect, it } from "vitest";
import { readTypedAddress } from "./generate.ts";

describe("a typed address", () => {
  it.each([
    ["www.example.com", "https://www.example.com/"],
    ["example.com/help?a=b:8080", "https://example.com/help?a=b:8080"],
    ["http://example.com", "http://example.com/"],
    ["HTTPS://example.com:8443/a", "https://example.com:8443/a"],
    ["127.0.0.1:4110", "http://127.0.0.1:4110/"],
    ["10.0.0.7/docs", "http://10.0.0.7/docs"],
    ["localhost:3000", "http://localhost:3000/"],
    ["localhost", "http://localhost/"],
    ["wiki.internal:8090/start", "http://wiki.internal:8090/start"],
    ["example.com:443", "https://example.com/"],
    ["intranet", null],
    ["mailto:ana@example.com", null],
    ["https://ana:secret@example.com", null],
    ["two words.example", null],
    ["", null],
  ])("%s is %s", (typed, meant) => {
    expect(readTypedAddress(typed)).toBe(meant);
  });
});
