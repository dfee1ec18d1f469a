import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Skill, SkillRun, SkillTestResult } from "../../../../shared/contract/skills/skills.ts";
import type { SystemSkill } from "../../../../shared/contract/skills/systemSkills.ts";
import { failWith, type Replies } from "../../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../../tests/kit/console/openConsole.tsx";

const list = "/accounts/o1/cp/a1/integrations/actions";
const calls = "/api/console/v1/org/o1/copilotapps/a1/skills";
const madeAt = Date.UTC(2026, 2, 5);

const order: Skill = {
  ...{ id: "s1", name: "order_status", title: "Order status", description: "Where an order is." },
  ...{ examples: ["Where is my order?"], enabled: true, risk: "read", verifiedOnly: true },
  ...{ oncePerConversation: false, timeoutSeconds: 10, answer: "It is {{status}}." },
  inputs: [
    {
      ...{ id: "order", type: "text", label: "Order number", description: "", options: [], from: null },
      validations: { required: true },
    },
  ],
  config: {
    ...{ kind: "http", method: "GET", url: "https://api.example.com/orders/{{order}}", query: [] },
    ...{ headers: [], bodyType: "none", body: "", auth: { type: "bearer" }, pick: "status" },
  },
  ...{
    hasSecret: true,
    secretEnding: "1234",
    searchKeyEndings: { brave: null, tavily: null },
    recordedAt: null,
    uses: 12,
    failures: 2,
    lastUsedAt: madeAt,
    updatedAt: madeAt,
  },
};
const refund: Skill = {
  ...order,
  ...{ id: "s2", name: "refund", title: "Refund", risk: "approval", uses: 0, failures: 0, lastUsedAt: null },
};

const listOf = <Item,>(...items: Item[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });

const search: SystemSkill = {
  ...{ id: "web_search", title: "Web search with SearXNG", description: "Gives the agent five pages." },
  ...{ category: "search", needs: ["The address of your SearXNG"] },
  draft: {
    ...{ name: "web_search", title: "Search the web", description: "Searches the web.", examples: [] },
    ...{ inputs: [], enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false },
    ...{ timeoutSeconds: 10, answer: "", systemSkillId: "web_search" },
    config: {
      ...{ kind: "http", method: "GET", url: "https://example.com/search", query: [], headers: [] },
      ...{ bodyType: "none", body: "", auth: { type: "none" }, pick: "" },
    },
  },
};

function open(path = list, more: Replies = {}) {
  return openConsole(path, {
    ...signedIn(),
    [`GET ${calls}`]: listOf(order, refund),
    "GET /api/account/v1/org/o1/skills": listOf(search),
    ...more,
  });
}

function type(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

function fields(...wrong: [path: string, message: string][]) {
  return failWith("invalid_input", {
    fields: wrong.map(([path, message]) => ({ path: `body.data.${path}`, message })),
  });
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // happy-dom has no popovers, but it has the menu's items.
  HTMLElement.prototype.hidePopover = () => undefined;
});
afterEach(() => vi.restoreAllMocks());

describe("the actions", () => {
  it("say where they lead, what they may do, and how often they ran and failed where they did", async () => {
    await open();
    const line = await screen.findByRole("link", { name: /Order status/ });
    expect(line.textContent).toMatch(/Where an order is\.GET api\.example\.com.*12 uses this week.*2 failed/);
    const unused = screen.getByRole("link", { name: /^Refund/ });
    expect(unused.textContent).not.toMatch(/use|failed|0/);
    expect(screen.getByText("Team approves")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add action" }).getAttribute("href")).toBe(`${list}/new`);
  });

  it("say what an action is where there is none, with the ways to add one", async () => {
    await open(list, { [`GET ${calls}`]: listOf() });
    await screen.findByText(/An action lets the agent do something/);
    const ways = within(screen.getByRole("list", { name: "Ways to add an action" }));
    expect(ways.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
      ["curl", "openapi", "request", "client", "code", "form", "email"].map(
        (from) => `${list}/new?from=${from}`,
      ),
    );
  });

  it("say why they can't be read, and are read again", async () => {
    const { api } = await open(list, { [`GET ${calls}`]: failWith("internal") });
    const alert = await screen.findByRole("alert");
    api.answer({ [`GET ${calls}`]: listOf(order) });
    fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    await screen.findByRole("link", { name: /Order status/ });
  });

  it("are turned off in their row, with the rest of them as it is", async () => {
    const off = { ...order, enabled: false, updatedAt: madeAt + 1 };
    const { api } = await open(list, { [`PUT ${calls}`]: { data: off } });
    const isOn = await screen.findByRole("switch", { name: "Order status" });
    api.answer({ [`GET ${calls}`]: listOf(off, refund) });
    fireEvent.click(isOn);
    await waitFor(() => expect(api.last(`PUT ${calls}`)).toBeTruthy());
    const { hasSecret: _1, secretEnding: _2, uses: _3, failures: _4, lastUsedAt: _5, ...others } = order;
    const { recordedAt: _6, searchKeyEndings: _7, ...draft } = others;
    expect(api.last(`PUT ${calls}`)?.body).toEqual({ data: { ...draft, enabled: false } });
    await waitFor(() => expect(isOn.getAttribute("aria-checked")).toBe("false"));
  });
});

describe("a web search", () => {
  const web: SystemSkill = {
    ...search,
    draft: {
      ...search.draft,
      inputs: order.inputs.map((input) => ({ ...input, id: "query" })),
      config: { kind: "search", engines: [{ engine: "brave" }], results: 5, sites: [] },
    },
  };
  const found: SkillTestResult = {
    ...{ request: null, response: null, answer: null, ms: 12 },
    ...{ picked: '[{"title":"Tea"}]', error: null },
  };

  it("tests each engine with what is typed, and keeps their order, keys and sites", async () => {
    const saved: Skill = { ...order, ...web.draft, searchKeyEndings: { brave: "cdef", tavily: null } };
    const { api } = await open(`${list}/new?from=system&skill=web_search`, {
      "GET /api/account/v1/org/o1/skills": listOf(web),
      [`POST ${calls}/test`]: { data: found },
      [`POST ${calls}`]: { data: saved },
    });
    type(await screen.findByLabelText("Key"), "brave-abcdef");
    fireEvent.click(screen.getByRole("button", { name: "Add search engine" }));
    type(screen.getByLabelText(/^Address/), "https://search.test");
    fireEvent.click(screen.getByRole("button", { name: "Move up search engine 2" }));
    const engines = within(screen.getByRole("group", { name: "Search engines" }));
    const [first] = engines.getAllByRole("listitem");
    if (!first) throw new Error("There are no engines.");
    fireEvent.click(within(first).getByRole("button", { name: "Test" }));
    await screen.findByText("Found 1 page in 12 ms");
    expect(api.last(`POST ${calls}/test`)?.body).toMatchObject({
      data: {
        ...{ mode: "real", searchKeys: { brave: "brave-abcdef" } },
        skill: { config: { engines: [{ engine: "searxng", url: "https://search.test" }] } },
      },
    });
    type(screen.getByLabelText("Only these sites, one per line"), "example.com\n\n");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`POST ${calls}`)).toBeTruthy());
    expect(api.last(`POST ${calls}`)?.body).toMatchObject({
      data: {
        searchKeys: { brave: "brave-abcdef" },
        config: {
          engines: [{ engine: "searxng", url: "https://search.test" }, { engine: "brave" }],
          sites: ["example.com"],
        },
      },
    });
    await screen.findByText("Action added");
  });
});

describe("the web search of the model's provider", () => {
  const web: SystemSkill = {
    ...search,
    draft: {
      ...search.draft,
      inputs: order.inputs.map((input) => ({ ...input, id: "query" })),
      config: { kind: "search", engines: [{ engine: "brave" }], results: 5, sites: [] },
    },
  };
  const openFor = (model: string) => {
    const agent = makeAgent();
    const configuration = { ...agent.configuration, model };
    return open(`${list}/new?from=system&skill=web_search`, {
      ...signedIn(["owner"], [{ ...agent, configuration }]),
      "GET /api/account/v1/org/o1/skills": listOf(web),
    });
  };

  it("is offered with its costs where the agent's model has one", async () => {
    await openFor("gpt-4o");
    const select = await screen.findByLabelText("Asked first");
    type(select, "provider");
    await screen.findByText(/Each search costs one request to that model/);
    expect(screen.queryByLabelText("Key")).toBeNull();
  });

  it("is not offered where it has none, with the reason", async () => {
    await openFor("builtin");
    await screen.findByText(/isn't available. The built-in model can't search the web./);
    const option = screen.getByRole<HTMLOptionElement>("option", { name: "Your model's provider" });
    expect(option.disabled).toBe(true);
  });
});

describe("a handover", () => {
  it("goes to a team that the editor offers, with a note, for chosen visitors and channels", async () => {
    const handover: Skill = { ...order, config: { kind: "handover", teamId: "gone", note: "" } };
    const { api } = await open(`${list}/s1`, {
      [`GET ${calls}`]: listOf(handover),
      "GET /api/console/v1/org/o1/copilotapps/a1/assignees": {
        data: { people: [], teams: [{ id: "t1", name: "Billing" }] },
      },
      [`PUT ${calls}`]: { data: { ...handover, updatedAt: madeAt + 1 } },
    });
    const team = await screen.findByLabelText("Team");
    await screen.findByRole("option", { name: "Billing" });
    expect(screen.getByRole("option", { name: "Deleted team" })).toBeTruthy();
    type(team, "t1");
    type(screen.getByLabelText("Note for the team"), "Reply to {{order}}");
    type(screen.getByLabelText("Filled by"), "attribute");
    type(screen.getByLabelText(/^Attribute/), "plan");
    type(await screen.findByLabelText(/^Offered to/), "verified");
    expect(screen.queryByRole("group", { name: "Risk" })).toBeNull();
    expect(screen.queryByText(/^Verified visitors only|^Once per conversation/)).toBeNull();
    type(screen.getByLabelText("Offered on"), "some");
    fireEvent.click(within(screen.getByRole("group", { name: "Channels" })).getByLabelText("Telegram"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${calls}`)).toBeTruthy());
    expect(api.last(`PUT ${calls}`)?.body).toMatchObject({
      data: {
        config: { kind: "handover", teamId: "t1", note: "Reply to {{order}}" },
        inputs: [{ id: "order", from: "attribute", attribute: "plan" }],
        ...{ audience: "verified", surfaces: ["widget", "hosted-web", "telegram"] },
      },
    });
  });
});

describe("adding an action", () => {
  it("reads a curl command, turns its values into inputs and saves it with its secret", async () => {
    const { api } = await open(`${list}/new?from=curl`, {
      [`POST ${calls}`]: { data: { ...order, id: "s3", title: "Look up orders" } },
    });
    const command = await screen.findByLabelText("curl command");
    type(command, "curl -X TRACE https://api.example.com");
    fireEvent.click(screen.getByRole("button", { name: "Read command" }));
    await screen.findByText("Method not allowed");
    type(command, "curl https://api.example.com/orders/1042 -H 'Authorization: Bearer tok_9'");
    fireEvent.click(screen.getByRole("button", { name: "Read command" }));
    await screen.findByText("becomes the input order_id");
    fireEvent.click(screen.getByRole("button", { name: "Use this request" }));
    await screen.findByRole("textbox", { name: "Title" });
    expect((await screen.findByLabelText<HTMLInputElement>("Address")).value).toBe(
      "https://api.example.com/orders/{{order_id}}",
    );
    type(screen.getByLabelText("When to use it"), "Somebody asks for an order.");
    api.answer({ [`GET ${calls}`]: listOf({ ...order, id: "s3", title: "Look up orders" }) });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("heading", { level: 1, name: "Look up orders" });
    expect(location.pathname).toBe(`${list}/s3`);
    expect(api.last(`POST ${calls}`)?.body).toMatchObject({
      data: { name: "look_up_orders", secret: "tok_9", inputs: [{ id: "order_id", from: null }] },
    });
  });

  it("begins with a ready-made one, says what to fill in, and saves where it comes from", async () => {
    const { api } = await open(`${list}/new`, {
      [`POST ${calls}`]: fields(["config.url", "Enter your own address."]),
    });
    const readyMade = within(await screen.findByRole("list", { name: "Ready-made actions" }));
    fireEvent.click(readyMade.getByRole("link", { name: /^Web search with SearXNG/ }));
    await screen.findByText("The address of your SearXNG");
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    await screen.findByText("Enter your own address.");
    api.answer({ [`POST ${calls}`]: { data: { ...order, id: "s3", title: "Search the web" } } });
    api.answer({ [`GET ${calls}`]: listOf({ ...order, id: "s3", title: "Search the web" }) });
    type(await screen.findByLabelText("Address"), "https://search.test/search");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("heading", { level: 1, name: "Search the web" });
    expect(api.last(`POST ${calls}`)?.body).toMatchObject({
      data: { systemSkillId: "web_search", config: { url: "https://search.test/search" } },
    });
  });

  it("gives nothing where the clipboard can't be read", async () => {
    vi.spyOn(navigator.clipboard, "readText").mockRejectedValue(new Error("denied"));
    await open(`${list}/new?from=curl`);
    fireEvent.click(await screen.findByRole("button", { name: "Paste" }));
    await screen.findByText(/Paste with Ctrl\+V/);
    expect(screen.getByLabelText<HTMLTextAreaElement>("curl command").value).toBe("");
  });

  it("adds the chosen operations of an OpenAPI document, and says what of it can't be", async () => {
    const { hasSecret: _1, secretEnding: _2, uses: _3, failures: _4, recordedAt: _8, ...known } = order;
    const { searchKeyEndings: _9, ...rest } = known;
    const { lastUsedAt: _5, updatedAt: _6, id: _7, ...skill } = rest;
    const operation = (title: string) => ({
      ...{ method: "GET", path: `/${title.toLowerCase()}` },
      skill: { ...skill, title, name: title.toLowerCase() },
    });
    const { api } = await open(`${list}/new?from=openapi`, {
      [`POST ${calls}/read-openapi`]: {
        data: {
          title: "Shop",
          operations: [operation("Orders"), operation("Carts"), operation("Stock")],
          leftOut: [{ method: "POST", path: "/upload", why: "It sends a file." }],
        },
      },
      [`POST ${calls}`]: ({ body }: { body: unknown }) =>
        JSON.stringify(body).includes('"carts"')
          ? failWith("conflict", { message: "Another action has this name." })()
          : { data: order },
    });
    type(await screen.findByLabelText("Or the document itself"), "openapi: 3.1.0");
    fireEvent.click(screen.getByRole("button", { name: "Read document" }));
    await screen.findByRole("heading", { name: "Shop" });
    expect(screen.getByText(/It sends a file\./)).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: /Orders/ }));
    fireEvent.click(screen.getByRole("checkbox", { name: /Carts/ }));
    fireEvent.click(screen.getByRole("button", { name: "Add 2 actions" }));
    await screen.findByText("Another action has this name.");
    expect(api.requests.filter(({ what }) => what === `POST ${calls}`)).toHaveLength(2);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Orders/ }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Stock/ }).checked).toBe(false);
  });
});

describe("the editor", () => {
  const path = `${list}/s1`;

  it("shows of a secret its end, and replaces or removes it with the next save", async () => {
    const saved = { ...order, secretEnding: "_new", updatedAt: madeAt + 1 };
    const { api } = await open(path, { [`PUT ${calls}`]: { data: saved } });
    await screen.findByText("Saved, ends in …1234");
    fireEvent.click(screen.getByRole("button", { name: "Remove" }));
    await screen.findByText("Removed when you save");
    fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
    fireEvent.click(screen.getByRole("button", { name: "Replace" }));
    type(screen.getByLabelText("Token"), "tok_new");
    api.answer({ [`GET ${calls}`]: listOf(saved) });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved, ends in …_new");
    expect(api.last(`PUT ${calls}`)?.body).toMatchObject({
      data: { id: "s1", updatedAt: madeAt, secret: "tok_new" },
    });
  });

  it("says at each field what the server finds wrong, and asks before unsaved changes are left", async () => {
    const { api } = await open(path, {
      [`PUT ${calls}`]: fields(["title", "Field is required"], ["config.url", "Enter an address."]),
    });
    type(await screen.findByLabelText("Title"), "");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByLabelText("Title").getAttribute("aria-invalid")).toBe("true"));
    expect((await screen.findByLabelText("Address")).getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText("When to use it").getAttribute("aria-invalid")).toBeNull();
    fireEvent.click(screen.getByRole("link", { name: "Actions" }));
    await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(location.pathname).toBe(path);
    expect(api.requests.filter(({ what }) => what === `PUT ${calls}`)).toHaveLength(1);
  });

  it("offers to load what a colleague saved first", async () => {
    const theirs = { ...order, title: "Parcel status", updatedAt: madeAt + 5 };
    const { api } = await open(path, { [`PUT ${calls}`]: failWith("conflict") });
    type(await screen.findByLabelText("Title"), "Order state");
    api.answer({ [`GET ${calls}`]: listOf(theirs) });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/Someone else changed this/);
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Parcel status"));
  });

  it("moves and removes inputs, and names those that the request uses and nobody fills in", async () => {
    await open(path);
    await screen.findByRole("group", { name: "Input 1: Order number" });
    fireEvent.click(screen.getByRole("button", { name: "Add input" }));
    const second = await screen.findByRole("group", { name: "Input 2: without label" });
    type(within(second).getByLabelText("Label"), "Postal code");
    expect(within(second).getByLabelText<HTMLInputElement>("Name").value).toBe("postal_code");
    fireEvent.click(within(second).getByRole("menuitem", { name: "Move up", hidden: true }));
    const first = await screen.findByRole("group", { name: "Input 1: Postal code" });
    expect(first.contains(document.activeElement)).toBe(true);
    const moved = screen.getByRole("group", { name: "Input 2: Order number" });
    fireEvent.click(within(moved).getByRole("menuitem", { name: "Remove", hidden: true }));
    await screen.findByText("order", { selector: "code" });
    fireEvent.click(screen.getByRole("button", { name: "Add as input" }));
    await screen.findByRole("group", { name: "Input 2: Order" });
  });

  it("puts an input into the address in place of what was begun", async () => {
    await open(path);
    const address = await screen.findByLabelText<HTMLInputElement>("Address");
    expect(screen.queryByRole("button", { name: "Insert order into Address" })).toBeNull();
    fireEvent.focus(address);
    type(address, "https://api.example.com/{{or");
    fireEvent.click(screen.getByRole("button", { name: "Insert order into Address" }));
    expect(address.value).toBe("https://api.example.com/{{order}}");
  });
});

describe("the test of an action", () => {
  const sent: SkillTestResult = {
    request: { method: "POST", url: "https://api.example.com/orders/7", headers: {}, body: null },
    response: { status: 200, headers: {}, body: '{"status":"shipped","secret":"x"}' },
    ...{ picked: '"shipped"', answer: "It is shipped.", error: null, ms: 81 },
  };

  it("shows the request, what comes back, and what the agent makes of it", async () => {
    const { api } = await open(`${list}/s1`, { [`POST ${calls}/test`]: { data: sent } });
    const test = within(await screen.findByRole("region", { name: "Test" }));
    fireEvent.click(test.getByRole("radio", { name: "Send" }));
    fireEvent.click(test.getByRole("button", { name: "Send request" }));
    await test.findByText("Field is required");
    expect(api.last(`POST ${calls}/test`)).toBeUndefined();
    type(test.getByLabelText("Order number"), "7");
    fireEvent.click(test.getByRole("button", { name: "Send request" }));
    await test.findByText("Status 200");
    expect(test.getByLabelText("Answer").textContent).toBe("It is shipped.");
    expect(test.getByLabelText("The agent sees").textContent).toBe('"shipped"');
    expect(api.last(`POST ${calls}/test`)?.body).toMatchObject({
      data: { skillId: "s1", mode: "real", inputs: { order: "7" }, skill: { name: "order_status" } },
    });
    api.answer({ [`POST ${calls}/test`]: { data: { ...sent, request: null, picked: '"all"' } } });
    type(screen.getByLabelText("What the agent sees"), "@");
    fireEvent.click(screen.getByRole("button", { name: "Preview on the last response" }));
    await waitFor(() => expect(test.getByLabelText("The agent sees").textContent).toBe('"all"'));
    expect(api.last(`POST ${calls}/test`)?.body).toMatchObject({
      data: { mode: "mock", mock: sent.response?.body, inputs: { order: "7" } },
    });
    expect(test.getByText("Status 200")).toBeTruthy();
  });

  it("asks once before it sends what changes something, and says in words what went wrong", async () => {
    const failure = { ...sent, response: null, picked: null, answer: null, error: "The address is private." };
    const { api } = await open(`${list}/s2`, { [`POST ${calls}/test`]: { data: failure } });
    const test = within(await screen.findByRole("region", { name: "Test" }));
    type(test.getByLabelText("Order number"), "7");
    fireEvent.click(test.getByRole("radio", { name: "Send" }));
    fireEvent.click(test.getByRole("button", { name: "Send request" }));
    const asked = await screen.findByRole("dialog", { name: "Send a real request?" });
    expect(api.last(`POST ${calls}/test`)).toBeUndefined();
    fireEvent.click(within(asked).getByRole("button", { name: "Send request" }));
    await test.findByText("The address is private.");
    fireEvent.click(test.getByRole("button", { name: "Send request" }));
    const tries = () => api.requests.filter(({ what }) => what === `POST ${calls}/test`);
    await waitFor(() => expect(tries()).toHaveLength(2));
    expect(screen.queryByRole("dialog", { name: "Send a real request?" })).toBeNull();
  });
});

describe("the runs of an action", () => {
  const run: SkillRun = {
    ...{ id: "r1", skillId: "s1", title: "Order status", state: "done", risk: "write" },
    ...{ inputs: { order: "1042" }, threadId: "t1", decidedBy: "visitor" },
    request: { method: "GET", url: "https://api.example.com/orders/1042", headers: {}, body: null },
    response: { status: 200, headers: {}, body: "<img src=x onerror=alert(1)>" },
    ...{ error: null, ms: 45, createdAt: madeAt, endedAt: madeAt },
  };

  it("say who decided and lead to their conversation; one opens with request and response as text", async () => {
    await open(`${list}/s1?view=runs`, { [`GET ${calls}/s1/runs`]: listOf(run) });
    const line = await screen.findByRole("link", { name: /1042/ });
    expect(line.textContent).toMatch(/Done.*confirmed by the visitor · status 200 · 45 ms/);
    expect(screen.getByRole("link", { name: "Conversation" }).getAttribute("href")).toBe(
      "/accounts/o1/cp/a1/inbox/conversations/t1",
    );
    fireEvent.click(line);
    const response = await screen.findByLabelText("Response");
    expect(response.textContent).toBe(run.response?.body);
    expect(document.querySelector("img[src='x']")).toBeNull();
    expect(location.search).toBe("?view=runs&run=r1");
  });

  it("of a form are saved as a table, those of a request are not", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.href);
    });
    const form: Skill = { ...order, config: { kind: "form", contact: {} } };
    const runs = { [`GET ${calls}/s1/runs`]: listOf(run) };
    const url = "https://files.test/leads.csv";
    await open(`${list}/s1?view=runs`, runs);
    await screen.findByRole("list", { name: "Runs" });
    expect(screen.queryByRole("button", { name: "Export as CSV" })).toBeNull();
    await open(`${list}/s1?view=runs`, {
      ...runs,
      [`GET ${calls}`]: listOf(form),
      [`POST ${calls}/s1/export`]: { data: { url, expiresAt: madeAt } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Export as CSV" }));
    await waitFor(() => expect(saved).toEqual([url]));
  });

  it("say that there are none yet", async () => {
    await open(`${list}/s1?view=runs`, { [`GET ${calls}/s1/runs`]: listOf() });
    await screen.findByText("No runs yet");
  });

  it("that are e-mails go to the team or the verified visitor, and never without somebody's word", async () => {
    open(`${list}/new?from=email`, {
      [`POST ${calls}`]: fields(["config.to.address", "Enter a valid e-mail address."]),
    });
    await screen.findByRole("combobox", { name: "To" });
    await screen.findByRole("group", { name: "Risk" });
    expect(screen.queryByRole("radio", { name: "Only reads" })).toBeNull();
    type(screen.getByRole("textbox", { name: /^Title/ }), "Write to us");
    type(screen.getByRole("textbox", { name: /^When to use it/ }), "For what nobody can answer.");
    type(screen.getByRole("textbox", { name: /^Address/ }), "nobody");
    type(screen.getByRole("textbox", { name: /^Subject/ }), "Chat");
    type(screen.getByRole("textbox", { name: /^Text/ }), "Hello");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Enter a valid e-mail address.");
  });
});
