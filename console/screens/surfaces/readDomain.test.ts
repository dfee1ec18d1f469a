import { describe, expect, it } from "vitest";
import { readDomain } from "./readDomain.ts";

describe("a domain that is typed or pasted", () => {
  it.each([
    ["example.com", "example.com"],
    ["  Example.COM ", "example.com"],
    ["https://www.example.com/a/b?c#d", "www.example.com"],
    ["http://shop.example:8080/", "shop.example:8080"],
    ["*.example.com", "*.example.com"],
    ["localhost:3000", "localhost:3000"],
    ["", null],
    ["https://", null],
    ["two words.com", null],
    ["exa_mple.com", null],
    ["*.*.com", null],
    ["user@example.com", null],
    ["javascript:alert(1)", null],
  ])("%j is %j", (typed, domain) => {
    expect(readDomain(typed)).toBe(domain);
  });
});
