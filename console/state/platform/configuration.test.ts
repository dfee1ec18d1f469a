import { describe, expect, it, vi } from "vitest";
import { makeConfiguration } from "../../../shared/contract/configuration.ts";
import { configurePage } from "../../../tests/kit/surfaces/configure.ts";
import { startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { readConfiguration } from "./configuration.ts";

describe("the embedded configuration", () => {
  it("holds every field of the specification, unset where nothing is set", () => {
    expect(readConfiguration(document)).toEqual(makeConfiguration());
    expect(makeConfiguration()).toMatchObject({
      services: {
        auth: "/api/auth",
        console: "/api/console",
        public: "/api/public",
        content: "/api/content",
      },
      captcha: false,
      defaultWorkflowTemplateId: null,
      previewTemplateId: null,
      supportBotToken: null,
      overviewDashboardId: "copilot-overview-dashboard",
      levelDashboardId: "copilot-level-dashboard",
      meetingUrl: null,
      environment: "production",
    });
  });

  it("is read from the document", () => {
    configurePage({
      captcha: true,
      meetingUrl: "https://meet.example.com/",
      googleSignIn: { label: "Continue with Acme", isGoogle: false, oneTapUrl: null },
    });
    expect(readConfiguration(document)).toMatchObject({
      captcha: true,
      meetingUrl: "https://meet.example.com/",
      googleSignIn: { label: "Continue with Acme" },
    });
  });

  it("says where each service family lives, and the client asks there", async () => {
    configurePage({ services: { ...makeConfiguration().services, auth: "/split/auth" } });
    vi.resetModules();
    const api = startFakeApi({});
    const { loadFirstOwner } = await import("../accounts/signIn.ts");
    await loadFirstOwner();
    expect(api.requests.map(({ what }) => what)).toEqual(["GET /split/auth/v1.0/first-owner"]);
    vi.unstubAllGlobals();
  });

  it.each(["", "{", "null", "[]", '"text"', '{"captcha":"yes","services":null,"meetingUrl":7}'])(
    "that is %j is as if nothing were set",
    (text) => {
      configurePage({});
      const block = document.getElementById("configuration");
      if (block) block.textContent = text;
      expect(readConfiguration(document)).toEqual(makeConfiguration());
    },
  );
});
