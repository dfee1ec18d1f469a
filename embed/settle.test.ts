import { describe, expect, it } from "vitest";
import { flatten } from "./raw.ts";
import { settle } from "./settle.ts";

describe("options, as a tag writes them or as page code does", () => {
  it.each([
    [{ mode: "drawer" }, { mode: "drawer" }],
    [{ mode: "banner" }, { mode: "bubble" }],
    [{ open: "" }, { isOpen: true }],
    [{ open: "false" }, { isOpen: false }],
    [{ defer: "idle" }, { defer: "idle" }],
    [{ titleBadge: "false" }, { hasTitleBadge: false }],
    [{ hideOn: "/a*, /b ," }, { hideOn: ["/a*", "/b"] }],
    [
      { width: "600", height: "50vh" },
      { width: "600px", height: "50vh" },
    ],
    [{ userToken: "J" }, { identity: { token: "J" } }],
    [{ storage: "cookie", consent: "required" }, { frame: { storage: "local", consent: "required" } }],
    [{ sound: "true", locale: "de" }, { frame: { sound: true, locale: "de" } }],
  ])("%o settle as %o", (raw, settled) => {
    expect(settle(raw)).toMatchObject(settled);
  });

  it("of page code lie flat, without what is not said", () => {
    const flat = flatten({
      offset: { x: 4 },
      size: { width: 500 },
      launcher: { label: "Ask" },
      theme: { primary: "#aa3300" },
    });
    expect({ ...flat }).toEqual({
      offsetX: 4,
      width: 500,
      launcher: true,
      launcherLabel: "Ask",
      color: "#aa3300",
      theme: { primary: "#aa3300" },
    });
    expect(flatten({ launcher: false }).launcher).toBe(false);
  });

  it("take of a theme only what means something", () => {
    const theme = { scheme: "dark", primary: "red", radius: 99, font: "serif", density: "tight" };
    expect(settle({ theme: theme as never }).look).toEqual({ scheme: "dark", radius: 24, font: "serif" }); // wrong on purpose
  });
});
