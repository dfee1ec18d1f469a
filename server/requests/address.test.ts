import { describe, expect, it } from "vitest";
import { findAddress, isLoopback, limitKeyOf } from "./address.ts";

describe("the client's address", () => {
  it.each([
    ["9.9.9.9", null, 0, "9.9.9.9"],
    ["9.9.9.9", "1.1.1.1", 0, "9.9.9.9"],
    ["10.0.0.1", "1.1.1.1", 1, "1.1.1.1"],
    ["10.0.0.1", "6.6.6.6, 1.1.1.1", 1, "1.1.1.1"],
    ["10.0.0.1", "6.6.6.6, 1.1.1.1, 10.0.0.2", 2, "1.1.1.1"],
    ["10.0.0.1", "1.1.1.1", 5, "1.1.1.1"],
    ["10.0.0.1", null, 1, "10.0.0.1"],
    ["10.0.0.1", "6.6.6.6, 1.1.1.1, 10.0.0.2", ["10.0.0.0/8"], "1.1.1.1"],
    ["9.9.9.9", "1.1.1.1", ["10.0.0.0/8"], "9.9.9.9"],
    ["::1", "1.1.1.1", ["10.0.0.0/8", "::1"], "1.1.1.1"],
    ["::ffff:10.0.0.1", "[2001:db8::1]:443", ["10.0.0.0/8"], "2001:db8::1"],
    ["10.0.0.1", "1.1.1.1:5555", 1, "1.1.1.1"],
    ["10.0.0.1", "<script>, unknown", 1, "10.0.0.1"],
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", ["10.0.0.0/8"], "10.0.0.3"],
  ])("of a socket from %s with %j and proxies %j is %s", (socket, forwarded, trusted, expected) => {
    expect(findAddress(socket, forwarded, trusted)).toBe(expected);
  });

  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ])("%s is counted as %s", (address, key) => {
    expect(limitKeyOf(address)).toBe(key);
  });

  it.each([
    ["127.0.0.1", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["10.0.0.1", false],
    ["", false],
  ])("%s being the machine's own is %s", (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
