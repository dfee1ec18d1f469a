import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type {
  Integration,
  IntegrationProvider,
} from "../../../../shared/contract/integrations/integrations.ts";
import { failWith, type Replies } from "../../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../../../../tests/kit/console/openConsole.tsx";

const tab = "/accounts/o1/cp/a1/integrations/connections";
const calls = "/api/console/v1/org/o1/copilotapps/a1/integrations";
const connect = "/api/organisation/v1.0/org/o1/integrations/connect";
const madeAt = Date.UTC(2026, 2, 5);

const slack: IntegrationProvider = {
  ...{ id: "slack", name: "Slack", summary: "Post messages.", icon: "hash", settings: [] },
  signIn: {
    ...{ hasClient: false, clientsUrl: "https://api.slack.com/apps", isForVisitors: false },
    redirectUri: "https://agents.example.com/api/webhooks/v1/oauth-return",
    scopes: [{ scope: "chat:write", words: "Post messages" }],
  },
  key: { label: "Bot token", hint: "It begins with xoxb-." },
  events: { hint: "Add the address in Slack.", secretLabel: "Signing secret", types: [] },
  operations: [
    { id: "post", title: "Post in Slack", description: "Posts a message.", risk: "write", draft: null },
  ],
};
const chat: Integration = {
  ...{ id: "i1", provider: "slack", name: "Team chat", settings: {}, auth: "oauth", clientId: null },
  ...{ state: "broken", reason: "Slack no longer accepts this access.", hasClient: true, account: "Harbor" },
  ...{ connectedAt: madeAt, expiresAt: null, eventsUrl: "https://agents.example.com/hook" },
  ...{ hasEventSecret: false, lastEventAt: null, visitors: 0, updatedAt: madeAt },
};

const listOf = <Item,>(...items: Item[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });

function open(path = tab, more: Replies = {}) {
  return openConsole(path, {
    ...signedIn(),
    [`GET ${calls}`]: listOf(chat),
    [`GET ${calls}/events_and_operations`]: { data: [slack] },
    [`GET ${calls}/i1`]: { data: chat },
    [`GET ${calls}/i1/events`]: listOf({ id: "e1", type: "message", body: '{"a":1}', receivedAt: madeAt }),
    ...more,
  });
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the part Connections", () => {
  it("says how each connection is and why, and offers to reconnect as the one thing to do", async () => {
    const { api } = await open();
    const link = await screen.findByRole("link", { name: /Team chat/ });
    expect(link.textContent).toMatch(/no longer accepts this access.*Broken/);
    fireEvent.click(link);
    await screen.findByRole("heading", { name: "Team chat" });
    expect(screen.getByText(/connected/).textContent).toContain("Harbor");
    screen.getByRole("link", { name: "Add action Post in Slack" });
    screen.getByText("message");
    api.answer({ [`POST ${connect}/slack`]: failWith("conflict") });
    fireEvent.click(screen.getByRole("button", { name: "Reconnect" }));
    await screen.findByText("The service was not connected.");
    expect(api.last(`POST ${connect}/slack`)?.body).toEqual({
      data: { agentId: "a1", integrationId: "i1", returnTo: `${tab}/i1` },
    });
  });

  it("connects by a key, and shows what the service said of it", async () => {
    const { api } = await open(tab, { [`GET ${calls}`]: listOf() });
    fireEvent.click(await screen.findByRole("button", { name: /^Slack/ }));
    const form = within(await screen.findByRole("dialog", { name: "Connect Slack" }));
    type(form.getByLabelText(/^Bot token/, { selector: "input[type=password]" }), "xoxb-1");
    api.answer({
      [`POST ${calls}`]: failWith("invalid_input", {
        fields: [{ path: "body.data.key", message: "Slack does not accept this." }],
      }),
    });
    fireEvent.click(form.getByRole("button", { name: "Connect" }));
    await form.findByText("Slack does not accept this.");
    api.answer({ [`POST ${calls}`]: { data: { ...chat, state: "connected", reason: null } } });
    fireEvent.click(form.getByRole("button", { name: "Connect" }));
    await screen.findByRole("heading", { name: "Team chat" });
    expect(api.last(`POST ${calls}`)?.body).toEqual({
      data: { provider: "slack", name: "Slack", settings: {}, key: "xoxb-1" },
    });
  });

  it("asks for a client where the operator has set none, and changes what it has added already", async () => {
    const { api } = await open(tab, { [`GET ${calls}`]: listOf() });
    fireEvent.click(await screen.findByRole("button", { name: /^Slack/ }));
    const form = within(await screen.findByRole("dialog", { name: "Connect Slack" }));
    fireEvent.click(form.getByLabelText("Sign in"));
    form.getByText("https://agents.example.com/api/webhooks/v1/oauth-return");
    form.getByText("Post messages");
    type(form.getByLabelText(/^Client ID/), "client-1");
    api.answer({
      [`POST ${calls}`]: { data: { ...chat, state: "unconnected" } },
      [`POST ${connect}/slack`]: failWith("conflict"),
      [`PUT ${calls}/i1`]: { data: { ...chat, state: "unconnected" } },
    });
    const submit = form.getByRole("button", { name: "Sign in to Slack" });
    fireEvent.click(submit);
    await form.findByText("The service was not connected.");
    type(form.getByLabelText(/^Client secret/), "secret");
    fireEvent.click(submit);
    await expect
      .poll(() => api.last(`PUT ${calls}/i1`)?.body)
      .toMatchObject({
        data: { clientId: "client-1", clientSecret: "secret", updatedAt: madeAt },
      });
    // What never was connected does not stay behind under its name.
    await form.findByText("The service was not connected.");
    api.answer({ [`DELETE ${calls}/i1`]: null });
    fireEvent.click(form.getByRole("button", { name: "Cancel" }));
    await expect.poll(() => api.last(`DELETE ${calls}/i1`)).toBeTruthy();
  });
});
