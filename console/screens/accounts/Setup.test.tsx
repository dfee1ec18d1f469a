import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import { until } from "../../../tests/kit/until.ts";
import { makeOrganization, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const create = "POST /api/organisation/organization";
const polling = "GET /api/organisation/organization/o1/polling";
const invite = "POST /api/organisation/organization/invite";
const groups = "GET /api/organisation/organization/account/usergroups";
const group = (id: string, name: string, role: string) => ({
  ...{ _id: id, usergroup_name: name, role, memberCount: 1 },
});

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(replies: Replies = {}) {
  const opened = await openConsole("/setup-company", {
    ...signedIn(),
    "GET /api/organisation/organization": { items: [] },
    [create]: { data: makeOrganization({ name: "Lighthouse" }) },
    [polling]: { data: { ready: true } },
    [groups]: { items: [group("g1", "Organization Owners", "owner"), group("g4", "Support", "support")] },
    ...replies,
  });
  await screen.findByRole("heading", { level: 1, name: "Create an organization" });
  return opened;
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}
async function createIt(name = "Lighthouse"): Promise<void> {
  type("Organization name", name);
  fireEvent.click(screen.getByRole("button", { name: "Create organization" }));
}

describe("setting up an organization", () => {
  it("asks for a country and then for its states, by their codes", async () => {
    const { api } = await open();
    const country = await screen.findByRole("combobox", { name: "Country" });
    expect(screen.queryByRole("combobox", { name: "State" })).toBeNull();
    fireEvent.change(country, { target: { value: "US" } });
    fireEvent.change(await screen.findByRole("combobox", { name: "State" }), { target: { value: "CA" } });
    within(country).getByText("Portugal");
    within(screen.getByRole("combobox", { name: "State" })).getByText("California");
    await createIt();
    await screen.findByRole("heading", { name: "Invite your colleagues to Lighthouse" });
    expect(api.last(create)?.body).toMatchObject({
      data: { name: "Lighthouse", country: "US", state: "CA" },
    });
  });

  it("forgets the state when another country is chosen", async () => {
    const { api } = await open();
    const choose = async (name: string, value: string) =>
      fireEvent.change(await screen.findByRole("combobox", { name }), { target: { value } });
    await choose("Country", "US");
    await choose("State", "CA");
    await choose("Country", "PT");
    await createIt();
    await waitFor(() =>
      expect(api.last(create)?.body).toMatchObject({ data: { country: "PT", state: null } }),
    );
  });

  it.each([
    ["name", "Organization name", "Field is required"],
    ["country", "Country", "Invalid data"],
    ["timeZone", "Time zone", "Invalid data"],
  ])("says at the %s what is wrong with it, and keeps what was typed", async (field, label, message) => {
    const fields = [{ path: `body.data.${field}`, message }];
    await open({ [create]: failWith("invalid_input", { fields }) });
    await createIt("Harbour");
    await screen.findByText(message);
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText("Organization name")).toHaveProperty("value", "Harbour");
  });

  it("makes one, however often the button is pressed", async () => {
    const held = Promise.withResolvers<unknown>();
    const { api } = await open({ [create]: () => held.promise });
    await createIt();
    fireEvent.submit(screen.getByLabelText("Organization name"));
    held.resolve({ data: makeOrganization({ name: "Lighthouse" }) });
    await screen.findByRole("heading", { name: "Invite your colleagues to Lighthouse" });
    expect(api.requests.filter(({ what }) => what === create)).toHaveLength(1);
  });

  it("waits until it can be used, says so, and makes no second one when that takes long", async () => {
    const { api } = await open({ [polling]: { data: { ready: false } } });
    vi.useFakeTimers();
    await createIt();
    await until(() => screen.getByRole("progressbar", { name: "Getting Lighthouse ready" }));
    await until(() => screen.getByRole("heading", { name: "Lighthouse is not ready yet" }), 1000);
    vi.useRealTimers();
    screen.getByText(/Check again in a few minutes/);
    expect(api.requests.filter(({ what }) => what === polling)).toHaveLength(30);
    api.answer({ [polling]: { data: { ready: true } } });
    fireEvent.click(screen.getByRole("button", { name: "Check again" }));
    await screen.findByRole("heading", { name: "Invite your colleagues to Lighthouse" });
    expect(api.requests.filter(({ what }) => what === create)).toHaveLength(1);
  });
});

describe("inviting while setting up", () => {
  const openInvite = async (replies: Replies = {}) => {
    const opened = await open(replies);
    await createIt();
    await screen.findByRole("combobox", { name: "Group" });
    return opened;
  };
  const sent = (email: string, link: string | null = null) => ({ email, link });

  it("may be left out", async () => {
    const { api, sentTo } = await openInvite();
    fireEvent.click(screen.getByRole("button", { name: "Not now" }));
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/create-ai-agent"]));
    expect(api.last(invite)).toBeUndefined();
  });

  it("invites up to five people into a group, and continues to the first agent", async () => {
    const { api, sentTo } = await openInvite({
      [invite]: { data: { invites: [sent("bo@example.com"), sent("cy@example.com")], members: [] } },
    });
    type("E-mail addresses", "bo@example.com, cy@example.com");
    fireEvent.click(screen.getByRole("button", { name: "Invite 2 people" }));
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/create-ai-agent"]));
    expect(api.last(invite)?.body).toEqual({
      data: { emails: ["bo@example.com", "cy@example.com"], groupId: "g4" },
    });
  });

  it.each([
    ["", "Field is required"],
    ["nobody", "“nobody” isn’t an e-mail address."],
    ["a@b.co b@b.co c@b.co d@b.co e@b.co f@b.co", "You entered 6 addresses. Invite up to 5 at a time."],
  ])("of %j says '%s' and sends nothing", async (typed, words) => {
    const { api } = await openInvite();
    type("E-mail addresses", typed);
    fireEvent.click(screen.getByRole("button", { name: /^Invite/ }));
    await screen.findByText(words);
    expect(api.last(invite)).toBeUndefined();
  });

  it("keeps what was typed when it fails", async () => {
    const { sentTo } = await openInvite({ [invite]: failWith("internal") });
    type("E-mail addresses", "bo@example.com");
    fireEvent.click(screen.getByRole("button", { name: "Invite" }));
    await screen.findByRole("alert");
    expect(screen.getByLabelText("E-mail addresses")).toHaveProperty("value", "bo@example.com");
    expect(sentTo).toEqual([]);
  });

  it("shows the links if no mail is sent, and then continues", async () => {
    const { sentTo } = await openInvite({
      [invite]: {
        data: { invites: [sent("bo@example.com", "http://here/accept-invite?token=t")], members: [] },
      },
    });
    type("E-mail addresses", "bo@example.com");
    fireEvent.click(screen.getByRole("button", { name: "Invite" }));
    const dialog = await screen.findByRole("dialog", { name: "Share the links" });
    within(dialog).getByText("http://here/accept-invite?token=t");
    expect(sentTo).toEqual([]);
    fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/create-ai-agent"]));
  });
});
