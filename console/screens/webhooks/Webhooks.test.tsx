import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Delivery, DeliveryDetail, Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { webhookEventNames } from "../../../shared/domain/webhooks.ts";
import { failWith, type Replies } from "../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const screenPath = "/accounts/o1/account/webhooks";
const calls = "/api/organisation/v1.0/org/o1/webhooks";
const madeAt = Date.UTC(2026, 2, 5);

const crm: Webhook = {
  ...{ id: "w1", organizationId: "o1", name: "CRM", url: "https://crm.example.com/hooks" },
  ...{ agentIds: null, events: [...webhookEventNames], includesNotes: false, secretEnding: "wxyz" },
  ...{ oldSecretUntil: null, isEnabled: true, disabledBecause: null, disabledAt: null },
  ...{ failingSince: null, lastDeliveredAt: madeAt, waiting: 0, createdAt: madeAt },
};

const failed: Delivery = {
  ...{ id: "d1", eventId: "evt_a1_7_0", type: "message.created", isTest: false },
  ...{ state: "failed", attempts: 12 },
  ...{ nextAttemptAt: null, status: 500, ms: 42, error: "The address answered with 500." },
  ...{ createdAt: madeAt, endedAt: madeAt },
};

const detail: DeliveryDetail = {
  ...failed,
  payload: '{"type":"message.created","data":{"said":"<b>hello</b>"}}',
  history: [
    {
      ...{ number: 12, at: madeAt, ms: 42, status: 500, error: "The address answered with 500." },
      requestHeaders: { "webhook-id": "evt_a1_7_0" },
      responseHeaders: { server: "crm" },
      responseBody: "<img src=x onerror=alert(1)>",
    },
  ],
};

const listOf = <Item,>(...items: Item[]) => ({ items, page: { page: 1, limit: 25, total: items.length } });

function open(path = screenPath, more: Replies = {}, roles: Role[] = ["owner"]) {
  const agents = [makeAgent(), makeAgent({ id: "a2", name: "Night Desk" })];
  return openConsole(path, {
    ...signedIn(roles, agents),
    [`GET ${calls}`]: listOf(crm),
    [`GET ${calls}/w1`]: { data: crm },
    [`GET ${calls}/w1/deliveries`]: listOf(failed),
    [`GET ${calls}/w1/deliveries/d1`]: { data: detail },
    ...more,
  });
}

async function choose(action: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "Actions for CRM" }));
  const menu = screen.getByRole("menu", { name: "Actions for CRM", hidden: true });
  fireEvent.click(within(menu).getByRole("menuitem", { name: action, hidden: true }));
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // happy-dom has no popovers; the menu's items are there all the same.
  HTMLElement.prototype.hidePopover = () => undefined;
});
afterEach(() => vi.restoreAllMocks());

describe("the webhooks", () => {
  it("are a list with their state, each leading to its deliveries", async () => {
    await open(screenPath, {
      [`GET ${calls}`]: listOf(
        crm,
        { ...crm, id: "w2", name: "Slow", failingSince: madeAt, waiting: 3 },
        { ...crm, id: "w3", name: "Gone", isEnabled: false, disabledBecause: "gone" as const },
      ),
    });
    const link = await screen.findByRole("link", { name: /CRM/ });
    expect(link.textContent).toContain("https://crm.example.com/hooks");
    expect(link.textContent).toContain("All events");
    expect(screen.getByRole("link", { name: /Slow/ }).textContent).toMatch(/3 waiting.*Failing/);
    expect(screen.getByRole("link", { name: /Gone/ }).textContent).toContain("Turned off");
    fireEvent.click(link);
    await screen.findByRole("heading", { name: "CRM" });
    expect(location.search).toBe("?webhook=w1");
  });

  it("say what they are for where there is none, and what went wrong where they can't be read", async () => {
    await open(screenPath, { [`GET ${calls}`]: listOf() });
    await screen.findByText("No webhooks yet");
    expect(screen.getByRole("button", { name: "Add webhook" })).toBeTruthy();
  });

  it("are added with an address and what is to be told, and show their secret once", async () => {
    const { api } = await open(screenPath, {
      [`POST ${calls}`]: { data: { ...crm, secret: "whsec_abcdefwxyz" } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Add webhook" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a webhook" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Add webhook" }));
    expect(
      await within(dialog).findByText("Enter an address such as https://example.com/hooks."),
    ).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: "CRM" } });
    fireEvent.change(within(dialog).getByLabelText(/^Address/), {
      target: { value: "https://crm.example.com/hooks" },
    });
    fireEvent.click(within(dialog).getByRole("checkbox", { name: /contact\.created/ }));
    fireEvent.click(within(dialog).getByRole("button", { name: "Add webhook" }));
    const shown = await screen.findByRole("dialog", { name: "Copy the secret now" });
    expect(within(shown).getByLabelText("Signing secret").textContent).toBe("whsec_abcdefwxyz");
    expect(api.last(`POST ${calls}`)?.body).toEqual({
      data: {
        ...{ name: "CRM", url: "https://crm.example.com/hooks", agentIds: null, includesNotes: false },
        events: webhookEventNames.filter((name) => name !== "contact.created"),
      },
    });
  });

  it("say beside the field why an address is refused", async () => {
    await open(screenPath, {
      [`POST ${calls}`]: failWith("invalid_input", {
        fields: [{ path: "body.data.url", message: "The address could not be reached." }],
      }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Add webhook" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a webhook" });
    fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: "CRM" } });
    fireEvent.change(within(dialog).getByLabelText(/^Address/), { target: { value: "http://10.0.0.1/" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Add webhook" }));
    await waitFor(() => expect(screen.getByLabelText(/^Address/).getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getAllByText(/The address could not be reached\./).length).toBeGreaterThan(0);
  });
});

describe("a webhook", () => {
  it("shows what was sent, and of one delivery the payload and each attempt as plain text", async () => {
    await open(`${screenPath}?webhook=w1`);
    fireEvent.click(await screen.findByRole("link", { name: /message\.created/ }));
    const payload = await screen.findByLabelText("Payload");
    expect(payload.textContent).toContain('"said": "<b>hello</b>"');
    expect(screen.getByLabelText("Response to attempt 12").textContent).toContain("onerror=alert(1)");
    expect(document.querySelector("img[src='x']")).toBeNull();
  });

  it("sends one delivery again, and all that failed", async () => {
    const { api } = await open(`${screenPath}?webhook=w1&delivery=d1&state=failed`, {
      [`POST ${calls}/w1/deliveries/d1/redeliver`]: { data: { ...failed, state: "waiting" } },
      [`POST ${calls}/w1/redeliver`]: { data: { count: 3 } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Resend" }));
    await waitFor(() => expect(api.last(`POST ${calls}/w1/deliveries/d1/redeliver`)).toBeTruthy());
    fireEvent.click(screen.getByRole("button", { name: "Resend all failed" }));
    await screen.findByText("Resending 3 deliveries");
  });

  it("says why it is off, and is turned on again", async () => {
    const off = { ...crm, isEnabled: false, disabledBecause: "failing" as const, disabledAt: madeAt };
    const { api } = await open(`${screenPath}?webhook=w1`, {
      [`GET ${calls}/w1`]: { data: off },
      [`PATCH ${calls}/w1`]: { data: crm },
    });
    await screen.findByText(/All deliveries failed for three days/);
    expect(screen.queryByRole("button", { name: "Resend" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Turn on" }));
    await screen.findByText("Webhook turned on");
    expect(api.last(`PATCH ${calls}/w1`)?.body).toEqual({ data: { isEnabled: true } });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Turn on" })).toBeNull());
  });

  it("gets a new secret, shown once, while the old one signs on until it is ended", async () => {
    const rotated = { ...crm, secretEnding: "1234", oldSecretUntil: Date.now() + 86_400_000 };
    const { api } = await open(`${screenPath}?webhook=w1`, {
      [`POST ${calls}/w1/secret`]: { data: { ...rotated, secret: "whsec_new1234" } },
      [`DELETE ${calls}/w1/secret`]: { data: { ...rotated, oldSecretUntil: null } },
    });
    await choose("Create new secret");
    const asked = await screen.findByRole("dialog", { name: "Create a new secret?" });
    fireEvent.click(within(asked).getByRole("button", { name: "Create secret" }));
    const shown = await screen.findByRole("dialog", { name: "Copy the secret now" });
    expect(within(shown).getByLabelText("Signing secret").textContent).toBe("whsec_new1234");
    fireEvent.click(within(shown).getByRole("button", { name: "I saved it" }));
    fireEvent.click(await screen.findByRole("button", { name: "End it now" }));
    await waitFor(() => expect(api.last(`DELETE ${calls}/w1/secret`)).toBeTruthy());
    await waitFor(() => expect(screen.queryByRole("button", { name: "End it now" })).toBeNull());
  });

  it("is tried by a test, which opens", async () => {
    const { api } = await open(`${screenPath}?webhook=w1`, {
      [`POST ${calls}/w1/test`]: { data: { ...failed, isTest: true, state: "waiting" } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Send test" }));
    await screen.findByLabelText("Payload");
    expect(location.search).toContain("delivery=d1");
    expect(api.last(`POST ${calls}/w1/test`)?.body).toEqual({ data: { event: crm.events[0] } });
  });

  it("is tried by a sample of the event that is chosen, which the list calls a test", async () => {
    const events = ["message.created", "conversation.rated"];
    const { api } = await open(`${screenPath}?webhook=w1`, {
      [`GET ${calls}/w1`]: { data: { ...crm, events } },
      [`GET ${calls}/w1/deliveries`]: listOf({ ...failed, isTest: true }),
      [`POST ${calls}/w1/test`]: { data: { ...failed, isTest: true, state: "waiting" } },
    });
    const choice = await screen.findByRole("combobox", { name: "Test event" });
    fireEvent.change(choice, { target: { value: "conversation.rated" } });
    fireEvent.click(screen.getByRole("button", { name: "Send test" }));
    await waitFor(() =>
      expect(api.last(`POST ${calls}/w1/test`)?.body).toEqual({ data: { event: "conversation.rated" } }),
    );
    expect((await screen.findByRole("link", { name: /Test/ })).textContent).toContain(failed.type);
  });

  it("is deleted after a question", async () => {
    const { api } = await open(`${screenPath}?webhook=w1`, { [`DELETE ${calls}/w1`]: () => undefined });
    await choose("Delete");
    const asked = await screen.findByRole("dialog", { name: "Delete CRM?" });
    fireEvent.click(within(asked).getByRole("button", { name: "Delete webhook" }));
    await waitFor(() => expect(location.search).toBe(""));
    expect(api.last(`DELETE ${calls}/w1`)).toBeTruthy();
  });
});
