import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChannelSurface } from "../../../shared/contract/channels/channels.ts";
import type { AvatarSurface } from "../../../shared/contract/voice/avatar.ts";
import { channelTypes } from "../../../shared/domain/channels.ts";
import type { Served } from "../../../tests/kit/console/consoleServer.ts";
import { orgId } from "../../../tests/kit/console/consoleServer.ts";
import { makeWidgetSurface } from "../../../tests/kit/samples.ts";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import { avatar } from "../../state/surfaces/avatar.ts";
import { browser } from "../../state/platform/browser.ts";
import { reset } from "../../state/platform/resource.ts";
import { channels } from "../../state/channels/channels.ts";

const none: Omit<ChannelSurface, "type"> = {
  ...{ enabled: false, settings: {}, secrets: {}, state: "off" as const, problem: null, account: null },
  ...{
    webhookUrl: null,
    isInstallable: false,
    lastReceivedAt: null,
    lastSentAt: null,
    revision: 0,
    savedBy: null,
  },
};

describe("Channels", () => {
  let server: DeployServer;
  let telegram: ChannelSurface;
  let avatarSurface: AvatarSurface;
  beforeEach(() => {
    server = startDeployServer();
    telegram = { type: "telegram", ...none };
    avatarSurface = {
      ...{ type: "video-avatar", enabled: false, avatarId: "", avatarName: "", voiceId: "", voiceName: "" },
      ...{ state: "off", problem: null, revision: 0 },
    };
    server.on("GET channels", () => ({
      body: { items: channelTypes.map((type) => (type === "telegram" ? telegram : { type, ...none })) },
    }));
    server.on("GET surfaces/video-avatar", () => ({ body: { data: avatarSurface } }));
    server.on("PUT surfaces/telegram", ({ body }) => {
      const { data } = body as { data: { secrets: { token: string } } }; // as the contract has it
      const isRight = data.secrets.token === "1:right";
      telegram = {
        ...telegram,
        ...{
          enabled: true,
          revision: telegram.revision + 1,
          secrets: { token: data.secrets.token.slice(-4) },
        },
        ...(isRight
          ? { state: "connected" as const, problem: null, account: "@shop_bot" }
          : { state: "broken" as const, problem: "Telegram does not know this token." }),
      };
      return { body: { data: telegram } };
    });
  });
  afterEach(() => {
    reset(channels);
    reset(avatar);
    endDeploy();
  });

  const card = () => within(screen.getByRole("region", { name: "Telegram" }));

  it("guides through the set-up until the provider takes the token", async () => {
    await openDeploy(server, { part: "channels" });
    const setUp = await screen.findByRole("button", { name: "Set up Telegram" });
    setUp.focus();
    fireEvent.click(setUp);
    // The button is gone; the focus is in the form that came.
    expect(card().getByRole("form").contains(document.activeElement)).toBe(true);
    expect(card().getByText(/send \/newbot/)).toBeTruthy();
    const token = () => card().getByLabelText<HTMLInputElement>("Bot token");
    fireEvent.change(token(), { target: { value: "1:wrong" } });
    fireEvent.click(card().getByRole("button", { name: "Save and connect" }));
    await vi.waitFor(() => expect(card().getByText("Telegram does not know this token.")).toBeTruthy());
    expect(card().getByText("Not working")).toBeTruthy();
    fireEvent.change(token(), { target: { value: "1:right" } });
    fireEvent.click(card().getByRole("button", { name: "Save and connect" }));
    await vi.waitFor(() => expect(card().getByText("Connected")).toBeTruthy());
    expect(card().getByText("@shop_bot")).toBeTruthy();
    expect(card().queryByLabelText("Bot token")).toBeNull();
    expect(card().getByText(/Waiting for the first message/)).toBeTruthy();
  });

  it("offers quiet hours by night, with times and a time zone to choose", async () => {
    await openDeploy(server, { part: "channels" });
    fireEvent.click(await screen.findByRole("button", { name: "Set up Telegram" }));
    fireEvent.change(card().getByLabelText("Bot token"), { target: { value: "1:right" } });
    fireEvent.change(card().getByLabelText("Quiet hours"), { target: { value: "yes" } });
    const times = ["Quiet from", "Quiet until"].map((name) => card().getByLabelText<HTMLInputElement>(name));
    expect(times.map(({ type, value }) => [type, value])).toEqual([
      ["time", "20:00"],
      ["time", "08:00"],
    ]);
    fireEvent.change(card().getByLabelText("Time zone"), { target: { value: "Europe/Berlin" } });
    fireEvent.click(card().getByRole("button", { name: "Save and connect" }));
    await vi.waitFor(() =>
      expect(server.sent("PUT surfaces/telegram")).toMatchObject([
        {
          data: {
            settings: { quiet: "yes", quietFrom: "20:00", quietTo: "08:00", quietZone: "Europe/Berlin" },
          },
        },
      ]),
    );
  });

  it("adds the installation’s app to Slack, and says why it could not", async () => {
    server.on("GET channels", () => ({ body: { items: [{ type: "slack", ...none, isInstallable: true }] } }));
    const url = "https://slack.com/oauth/v2/authorize?state=1";
    let answer: Served = { status: 409, code: "conflict", message: "Set PUBLIC_URL first." };
    server.on("POST surfaces/slack/install", () => answer);
    await openDeploy(server, { part: "channels" });
    fireEvent.click(await screen.findByRole("button", { name: "Set up Slack" }));
    const slack = within(screen.getByRole("region", { name: "Slack" }));
    expect(slack.queryByLabelText("Bot token")).toBeNull();
    fireEvent.click(slack.getByRole("button", { name: "Add to Slack" }));
    await vi.waitFor(() => expect(slack.getByText("Set PUBLIC_URL first.")).toBeTruthy());
    answer = { body: { data: { url } } };
    const go = vi.spyOn(browser, "go").mockReturnValue();
    fireEvent.click(slack.getByRole("button", { name: "Add to Slack" }));
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith(url));
    expect(server.sent("POST surfaces/slack/install").at(-1)).toMatchObject({
      data: { returnTo: expect.stringContaining("/deploy/channels") },
    });
  });

  it("gives a manifest for a Slack app of one’s own where the installation has none", async () => {
    const webhookUrl = "https://agents.example.com/api/channels/slack/key";
    server.on("GET channels", () => ({
      body: { items: [{ type: "slack", ...none, revision: 1, webhookUrl }] },
    }));
    await openDeploy(server, { part: "channels" });
    fireEvent.click(await screen.findByRole("button", { name: "Edit Slack" }));
    const slack = within(screen.getByRole("region", { name: "Slack" }));
    expect(slack.queryByRole("button", { name: "Add to Slack" })).toBeNull();
    expect(slack.queryByLabelText("Slack app")).toBeNull();
    const text = slack.getByText(/"request_url"/).textContent ?? "";
    expect(JSON.parse(text)).toMatchObject({
      settings: { event_subscriptions: { request_url: webhookUrl } },
    });
  });

  it("sets up a video avatar by key, face and voice, and says whether it works", async () => {
    const org = `/api/console/v1/org/${orgId}`;
    const page = { page: { page: 1, limit: 25, total: 1 }, missing: null, problems: [] };
    const entry = { service: "tavus", about: "", hasPreview: false };
    const tavus = {
      service: "tavus",
      baseUrl: null,
      lastFour: "0001",
      refusal: null,
      checkedAt: 1,
      createdAt: 1,
    };
    let keys: object[] = [];
    server.on(`GET ${org}/voicekeys`, { status: 503, code: "unavailable" });
    server.on(`PUT ${org}/voicekeys/tavus`, () => {
      keys = [tavus];
      return { body: { data: tavus } };
    });
    server.on(`GET ${org}/video/avatars`, {
      body: { items: [{ ...entry, id: "r1", name: "Anna" }], ...page },
    });
    server.on(`GET ${org}/video/voices`, {
      body: { items: [{ ...entry, id: "v1", name: "Vera" }], ...page },
    });
    server.on("PUT surfaces/video-avatar", ({ body }) => {
      const { data } = body as { data: Partial<AvatarSurface> }; // as the contract has it
      avatarSurface = { ...avatarSurface, ...data, state: "connected", revision: 1 };
      return { body: { data: avatarSurface } };
    });
    await openDeploy(server, { part: "channels" });
    fireEvent.click(await screen.findByRole("button", { name: "Set up video avatar" }));
    // Nothing is said of a key before it is known.
    await screen.findByText("The keys could not be read.");
    expect(screen.queryByText(/^Connected/)).toBeNull();
    server.on(`GET ${org}/voicekeys`, () => ({ body: { items: keys } }));
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    fireEvent.click(await screen.findByRole("button", { name: "Connect Tavus" }));
    const dialog = within(screen.getByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: "key-0001" } });
    fireEvent.click(dialog.getByRole("button", { name: "Check and save" }));
    fireEvent.click(await screen.findByRole("radio", { name: "Anna" }));
    fireEvent.click(await screen.findByRole("radio", { name: "Vera" }));
    fireEvent.click(screen.getByRole("button", { name: "Save and test" }));
    const own = () => within(screen.getByRole("region", { name: "Video avatar" }));
    await vi.waitFor(() => expect(own().getByText("Connected")).toBeTruthy());
    expect(own().getByText("Anna · Vera")).toBeTruthy();
    expect(own().getByText(/^Turn on voice calls/)).toBeTruthy();
    expect(server.sent("PUT surfaces/video-avatar")).toMatchObject([
      { data: { avatarId: "r1", voiceId: "v1", enabled: true, revision: 0 } },
    ]);
  });

  it("doesn't advise to turn on the calls of a video avatar where they are on", async () => {
    server.widget = makeWidgetSurface({ settings: { ...server.widget.settings, hasCalls: true } });
    avatarSurface = {
      ...{ ...avatarSurface, enabled: true, avatarId: "r1", avatarName: "Anna" },
      ...{ state: "connected", revision: 1 },
    };
    await openDeploy(server, { part: "channels" });
    const own = within(await screen.findByRole("region", { name: "Video avatar" }));
    expect(own.getByText("Connected")).toBeTruthy();
    expect(own.queryByText(/^Turn on voice calls/)).toBeNull();
  });

  it("asks for what the chosen telephone provider wants, and shows both addresses and the latest calls", async () => {
    const phone: ChannelSurface = {
      ...{ type: "call", ...none, enabled: true, revision: 1, state: "connected", account: "+15005550006" },
      ...{ settings: { number: "+15005550006", provider: "twilio", accountSid: "AC1" } },
      webhookUrl: "https://agents.example.com/api/channels/call/key",
    };
    const call = {
      ...{ id: "c1", direction: "outbound", number: "+15005550009", state: "failed" },
      ...{ problem: "This number can’t be called.", contactId: "k1", threadId: "t1" },
      ...{ createdAt: Date.now(), updatedAt: Date.now() },
    };
    server.on("GET channels", () => ({ body: { items: [phone] } }));
    server.on("GET surfaces/call/phone-calls", () => ({ body: { items: [call] } }));
    const asked: unknown[] = [];
    server.on("POST surfaces/call/initiate-phone-call", ({ body }) => {
      asked.push(body);
      return { body: { data: { ...call, id: "c2", number: "+4930123456", state: "queued", problem: null } } };
    });
    await openDeploy(server, { part: "channels" });
    expect(await screen.findByText("Failed: This number can’t be called.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open the conversation with +15005550009" })).toBeTruthy();
    const number = screen.getByRole("textbox", { name: "Call a number" });
    fireEvent.change(number, { target: { value: "+4930123456" } });
    fireEvent.click(screen.getByRole("button", { name: "Call now" }));
    expect(await screen.findByText("Calling…")).toBeTruthy();
    expect(asked).toMatchObject([{ data: { number: "+4930123456" } }]);
    fireEvent.click(screen.getByRole("button", { name: "Edit Phone" }));
    expect(screen.getByText(`${phone.webhookUrl}/status`)).toBeTruthy();
    expect(screen.getByLabelText("Account SID")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Provider"), { target: { value: "telnyx" } });
    expect(screen.queryByLabelText("Account SID")).toBeNull();
    expect(screen.getByLabelText("TeXML application ID")).toBeTruthy();
  });
});
