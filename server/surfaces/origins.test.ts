import { describe, expect, it } from "vitest";
import { askingOrigin, frameAncestors, isNullOriginAllowed, isOriginAllowed, originOf } from "./origins.ts";

describe("allowed domains", () => {
  it.each([
    ["https://example.com", ["example.com"], true],
    ["http://example.com", ["example.com"], true],
    ["https://example.com:8443", ["example.com"], false],
    ["https://example.com:8443", ["example.com:8443"], true],
    ["https://www.example.com", ["example.com"], false],
    ["https://www.example.com", ["*.example.com"], true],
    ["https://a.b.example.com", ["*.example.com"], true],
    ["https://example.com", ["*.example.com"], false],
    ["https://evilexample.com", ["example.com", "*.example.com"], false],
    ["https://example.com.evil.net", ["example.com", "*.example.com"], false],
    ["https://anything.net", [], true],
    ["http://localhost:5173", ["example.com"], true],
    ["http://127.0.0.1:5173", ["example.com"], false],
    ["http://notlocalhost", ["example.com"], false],
    ["null", [], false],
    ["file:///home/page.html", [], false],
    ["javascript:alert(1)", [], false],
  ])("C5, C7: %s with %j is %s", (origin, domains, allowed) => {
    expect(isOriginAllowed(origin, domains)).toBe(allowed);
  });

  it("become frame-ancestors, both schemes each, with the console itself", () => {
    expect(frameAncestors(["example.com", "*.example.org"])).toBe(
      "'self' https://localhost:* http://localhost:* https://*.localhost:* http://*.localhost:* " +
        "https://example.com http://example.com https://*.example.org http://*.example.org",
    );
    // `*` would leave out files and sandboxed frames.
    expect(frameAncestors([])).toBeNull();
    expect(frameAncestors(["example.com"], true)).toBeNull();
  });

  it.each([
    [[], false, true],
    [[], true, true],
    [["example.com"], false, false],
    [["example.com"], true, true],
  ])("C7: a page without an origin with %j and the switch %s is %s", (domains, isOn, allowed) => {
    expect(isNullOriginAllowed(domains, isOn)).toBe(allowed);
  });

  it.each([
    [null, null],
    ["null", "null"],
    ["capacitor://localhost", "null"],
    ["file://", "null"],
    ["https://example.com", "https://example.com"],
  ])("takes the Origin %s for %s", (said, expected) => {
    expect(askingOrigin(new Headers(said === null ? {} : { origin: said }))).toBe(expected);
  });

  it("gives the origin of an address and null for what has none", () => {
    expect(originOf("https://example.com/path?x=1")).toBe("https://example.com");
    expect(originOf("about:blank")).toBeNull();
    expect(originOf(null)).toBeNull();
  });
});
