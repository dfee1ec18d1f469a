import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { configurePage } from "../../../tests/kit/surfaces/configure.ts";

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  globalThis.dataLayer = undefined;
});

describe("an analytics event", () => {
  it("goes nowhere without a tag manager id, and a warning says so once", async () => {
    const { track } = await import("./analytics.ts");
    track("get_help_clicked", {});
    track("book_demo_clicked", {});
    expect(globalThis.dataLayer).toBeUndefined();
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      "Tag manager id is missing: analytics events go nowhere.",
    );
  });

  it("that is not registered is not sent, and a warning names it once", async () => {
    configurePage({ tagManagerId: "GTM-TEST" });
    const { track } = await import("./analytics.ts");
    const trackAny = track as (name: string, properties: object) => void; // as a caller without types would
    for (const name of ["made_up", "made_up", "toString"]) trackAny(name, { secret: "x" });
    expect(globalThis.dataLayer).toBeUndefined();
    expect(vi.mocked(console.warn).mock.calls).toEqual([
      ["Unregistered analytics event: made_up"],
      ["Unregistered analytics event: toString"],
    ]);
  });

  it("is handed to the tag manager with the environment, behind what is there", async () => {
    configurePage({ tagManagerId: "GTM-TEST", environment: "uat" });
    const { track } = await import("./analytics.ts");
    globalThis.dataLayer = [{ event: "gtm.js" }];
    track("upgrade_dialog_opened", { metric: "copilot_app_create" });
    expect(globalThis.dataLayer).toEqual([
      { event: "gtm.js" },
      { event: "upgrade_dialog_opened", environment: "uat", metric: "copilot_app_create" },
    ]);
    expect(console.warn).not.toHaveBeenCalled();
  });
});
