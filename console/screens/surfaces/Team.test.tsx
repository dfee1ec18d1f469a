import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TeamNotices } from "../../../shared/contract/channels/teamNotices.ts";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import { slackChannels, teamNotices } from "../../state/channels/teamNotices.ts";
import { reset } from "../../state/platform/resource.ts";

const none: TeamNotices = {
  ...{ enabled: false, kinds: ["handoffs", "mentions", "approvals"], revision: 0, savedBy: null },
  slack: {
    ...{ isConnected: true, channel: null, state: "off", problem: null, lastSentAt: null },
    webhookUrl: "https://agents.example.com/api/channels/slack/key",
  },
  mail: { canSend: true, canReply: false, userIds: [] },
  people: [{ id: "u1", name: "Ana", email: "ana@example.com" }],
};

describe("Team", () => {
  let server: DeployServer;
  let notices: TeamNotices;
  beforeEach(() => {
    server = startDeployServer();
    notices = none;
    server.on("GET team-notices", () => ({ body: { data: notices } }));
    server.on("GET team-notices/slack-channels", {
      body: {
        items: [
          { id: "C1", name: "support", isPrivate: false, isMember: true },
          { id: "C2", name: "general", isPrivate: false, isMember: false },
        ],
      },
    });
    server.on("PUT team-notices", ({ body }) => {
      const { data } = body as { data: { channelId: string | null; userIds: string[]; enabled: boolean } }; // as the contract has it
      notices = {
        ...notices,
        ...{ enabled: data.enabled, revision: notices.revision + 1 },
        slack: { ...notices.slack, channel: { id: "C1", name: "support" }, state: "connected" },
        mail: { ...notices.mail, userIds: data.userIds },
      };
      return { body: { data: notices } };
    });
    server.on("POST team-notices/test", () => {
      notices = {
        ...notices,
        slack: { ...notices.slack, state: "broken", problem: "That channel is archived." },
      };
      return { status: 422, code: "surface_refused", message: "That channel is archived." };
    });
  });
  afterEach(() => {
    reset(teamNotices);
    reset(slackChannels);
    endDeploy();
  });

  it("picks a channel by its name, saves, and says why a test failed", async () => {
    await openDeploy(server, { part: "team" });
    const slack = within(await screen.findByRole("region", { name: "Slack" }));
    await slack.findByRole("option", { name: "#support" });
    const other = slack.getByRole<HTMLOptionElement>("option", { name: "#general (invite the app first)" });
    expect(other.disabled).toBe(true);
    fireEvent.change(slack.getByLabelText("Team channel"), { target: { value: "C1" } });
    fireEvent.click(screen.getByRole("switch", { name: "Notices are on" }));
    fireEvent.click(screen.getByLabelText(/^Ana/));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await slack.findByText("Connected")).toBeTruthy();
    expect(server.sent("PUT team-notices")).toMatchObject([
      { data: { revision: 0, enabled: true, channelId: "C1", userIds: ["u1"], kinds: none.kinds } },
    ]);
    fireEvent.click(slack.getByRole("button", { name: "Post a test" }));
    await vi.waitFor(() => expect(slack.getByText("That channel is archived.")).toBeTruthy());
  });

  it("leads to the set-up where Slack is not connected, and promises no reply by mail", async () => {
    notices = { ...none, slack: { ...none.slack, isConnected: false } };
    await openDeploy(server, { part: "team" });
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Connect Slack" });
    expect(link.getAttribute("href")).toMatch(/\/deploy\/channels$/);
    expect(screen.getByText(/Connect a mailbox under Channels/)).toBeTruthy();
    expect(server.sent("GET team-notices/slack-channels")).toEqual([]);
  });
});
