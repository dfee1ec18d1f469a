import { expect, it } from "vitest";
import { allows, readPolicies } from "./policy.ts";

const page = new URL("https://shop.test/help");
const url = new URL("https://chat.test/widget.js");

it.each<[string, string, boolean]>([
  ["", "script", true],
  ["img-src 'self'", "script", true],
  ["default-src 'none'", "script", false],
  ["default-src 'none'; script-src https://chat.test", "script", true],
  ["default-src 'none'; script-src https://chat.test", "frame", false],
  ["default-src 'none'; frame-src https://chat.test; connect-src https://chat.test", "frame", true],
  ["script-src chat.test", "script", true],
  ["script-src http://chat.test", "script", true],
  ["script-src https://chat.test:8443", "script", false],
  ["script-src https://chat.test/widget.js", "script", true],
  ["script-src https://chat.test/other.js", "script", false],
  ["script-src https://chat.test/assets/", "script", false],
  ["script-src *.test", "script", true],
  ["script-src *.chat.test", "script", false],
  ["script-src https:", "script", true],
  ["script-src *", "script", true],
  ["script-src 'self'", "script", false],
  ["script-src 'none'; script-src-elem https://chat.test", "script", true],
  ["child-src https://chat.test; default-src 'none'", "frame", true],
  ["script-src 'none'; SCRIPT-SRC https://chat.test", "script", false],
  ["script-src 'nonce-abc'", "script", true],
  ["script-src 'nonce-other' 'strict-dynamic' https://chat.test", "script", false],
  ["script-src 'nonce-abc' 'strict-dynamic'", "script", true],
  ["script-src https://chat.test, script-src 'self'", "script", false],
])("%s and %s: %s", (text, loaded, expected) => {
  const is = readPolicies(text).every((policy) =>
    allows(policy, loaded as "script", { url, page, nonce: "abc" }),
  );
  expect(is).toBe(expected);
});
