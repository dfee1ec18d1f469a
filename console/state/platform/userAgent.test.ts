import { describe, expect, it } from "vitest";
import { isMobileDevice } from "./userAgent.ts";

describe("the user agent", () => {
  it.each([
    [
      true,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
    ],
    [true, "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36"],
    [true, "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"],
    [false, "Mozilla/5.0 (Linux; Android 15; Pixel Tablet) AppleWebKit/537.36 Chrome/142.0 Safari/537.36"],
    [false, "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36"],
    [false, ""],
  ])("is a phone's (%s): %s", (isPhone, text) => {
    expect(isMobileDevice(text)).toBe(isPhone);
  });
});
