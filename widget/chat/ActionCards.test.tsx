import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../../shared/client/requestError.ts";
import { decideAction, getActionApp } from "../../shared/contract/conversations/actions/actions.ts";
import type { MessageAction } from "../../shared/contract/conversations/actions/messageAction.ts";
import { removeVisitorGrant } from "../../shared/contract/integrations/visitorGrants.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { makeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { makeAction, makeMessage, makeVisitorThread } from "../../tests/kit/samples.ts";
import { configuration } from "../../tests/kit/surfaces/visitorServer.ts";
import { actionCards, createActionCards } from "../session/actionCards.ts";
import { chat, createState } from "../session/state.ts";
import { createTell } from "../session/tell.ts";
import type { Visitor } from "../session/visitor.ts";
import { speak } from "../session/words.ts";
import { ChatApp } from "./ChatApp.tsx";

/** Loaded before, as the frame does right after its first picture. */
await import("./afterFirst.ts");
await import("./answers.ts");
await import("./ActionCards.tsx");

type Field = MessageAction["fields"][number];

const room: Field = {
  ...{ id: "room", type: "choice", label: "Room", description: "", options: ["Sea view", "Garden view"] },
  validations: { required: true },
};
const email: Field = {
  ...{ id: "email", type: "email", label: "E-mail", description: "", options: [] },
  validations: { required: true },
};

interface Call {
  call: unknown;
  input: { body?: { data: unknown }; query?: unknown };
  answer(data: unknown): void;
  refuse(error: RequestError): void;
}

let calls: Call[];
let act: ReturnType<typeof createActionCards>;
const failed = vi.fn();

beforeEach(() => {
  calls = [];
  failed.mockReset();
  sessionStorage.clear();
  for (const id of Object.keys(actionCards)) delete actionCards[id];
  Object.assign(chat, createState(), {
    configuration: structuredClone(configuration),
    thread: makeVisitorThread(),
  });
  const client = {
    call: (call: unknown, input: Call["input"]) =>
      new Promise((answer, refuse) => void calls.push({ call, input, answer, refuse })),
  };
  // Of a visitor it uses no more than this.
  const visitor = { agentId: () => "agent", client } as unknown as Visitor;
  act = createActionCards({
    say: () => {},
    token: "own",
    visitor,
    keep: { isLasting: () => true },
    page: { send: () => {} },
    link: () => undefined,
    tell: { failed },
  });
});

const ask = (action: Partial<MessageAction> = {}): Message =>
  makeMessage({ content: "Shall I?", actions: [makeAction(action)] });

async function draw(action: Partial<MessageAction> = {}): Promise<HTMLElement> {
  chat.messages = [ask(action)];
  const actions = makeActions();
  actions.act.mockImplementation((id, step) => act(id, step));
  render(<ChatApp actions={actions} />);
  return screen.findByRole("group", { name: action.title ?? "Cancel the order" });
}

afterEach(() => void delete document.documentElement.dataset["basePath"]);

const button = (name: string): HTMLElement => screen.getByRole("button", { name });
const next = (): Promise<Call> =>
  vi.waitFor(() => expect(calls.length).toBeGreaterThan(0)).then(() => calls.shift() as Call);
const field = (): HTMLInputElement => screen.getByLabelText("E-mail");
const type = (value: string): boolean => fireEvent.input(field(), { target: { value } });

describe("the card of an action", () => {
  it("says what is to be done, with what, and asks", async () => {
    const card = within(await draw({ values: [{ label: "Order", value: "B-1042" }] }));
    expect(card.getByRole("term").textContent).toBe("Order");
    expect(card.getByRole("definition").textContent).toBe("B-1042");
    expect(card.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Confirm", "Not now"]);
    expect(card.getByRole("status").textContent).toBe("");
  });

  it.each<[string, Partial<MessageAction>]>([
    ["Waiting for the team's decision.", { by: "team" }],
    ["This is being done…", { state: "running" }],
    ["Order B-1042 is canceled.", { state: "done", note: "Order B-1042 is canceled." }],
    ["The shop did not answer.", { state: "failed", note: "The shop did not answer." }],
    ["This did not work.", { state: "failed" }],
    ["This was declined.", { state: "declined" }],
    ["This has expired.", { state: "expired" }],
    ["This is no longer needed.", { state: "withdrawn" }],
    ["The result is unknown. The team will check it.", { state: "unknown" }],
  ])("says %s, and asks nothing", async (text, action) => {
    const card = within(await draw(action));
    expect(card.getByRole("status").textContent).toBe(text);
    expect(card.queryByRole("button")).toBeNull();
  });

  it("shows an app below the server's path", async () => {
    const card = within(await draw({ state: "done", hasApp: true }));
    const { call, answer } = await next();
    expect(call).toBe(getActionApp);
    document.documentElement.dataset["basePath"] = "/helm";
    const tool = { name: "show_seats", title: "Show seats", inputSchema: {} };
    const app = { url: "/mcp-app/p1?k=1", hasBorder: false, state: "done", tool, input: {}, result: null };
    answer({ data: app });
    expect((await card.findByTitle("Show seats")).getAttribute("src")).toBe("/helm/mcp-app/p1?k=1");
  });

  it("leads to a service's sign-in first, takes its code, and forgets the account afterwards", async () => {
    const signIn = { service: "Calendar", integrationId: "i1", path: "/api/webhooks/v1/visitor-sign-in/r1" };
    const code: Field = { ...email, id: "sign_in_code", type: "text", label: "Code" };
    const card = within(await draw({ signIn, fields: [code] }));
    const link = card.getByRole("link", { name: "Sign in to Calendar" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([signIn.path, "_blank"]);
    fireEvent.input(card.getByLabelText("Code from the sign-in"), { target: { value: "K7QM-2XWD" } });
    fireEvent.click(button("Send"));
    const sent = await next();
    expect(sent.input.body).toEqual({
      data: { decision: "confirm", values: { sign_in_code: "K7QM-2XWD" } },
    });
    sent.answer({ data: ask({ signIn, state: "done", fields: [] }) });
    fireEvent.click(await card.findByRole("button", { name: "Forget my account" }));
    const { call, answer } = await next();
    expect(call).toBe(removeVisitorGrant);
    answer(undefined);
    await card.findByText("Your account was forgotten.");
  });

  it("takes one word however often it is pressed, shows what comes of it and keeps the focus", async () => {
    const card = await draw();
    button("Confirm").focus();
    fireEvent.click(button("Confirm"));
    fireEvent.click(button("Confirm"));
    fireEvent.submit(card.querySelector("form") as HTMLFormElement);
    const { call, input, answer } = await next();
    expect(call).toBe(decideAction);
    expect(input).toMatchObject({
      params: { productId: "agent", threadId: "t", actionId: "a1" },
      body: { data: { decision: "confirm", values: {} } },
    });
    await vi.waitFor(() => expect(button("Confirm").getAttribute("aria-busy")).toBe("true"));
    fireEvent.click(button("Not now"));
    answer({ data: { ...ask({ state: "running" }), updatedAt: 1 } });
    await within(card).findByText("This is being done…");
    expect(document.activeElement).toBe(card);
    expect(calls).toEqual([]);
  });

  it("is declined without a look at its fields", async () => {
    await draw({ fields: [room] });
    fireEvent.click(button("Not now"));
    const { input, answer } = await next();
    expect(input.body?.data).toEqual({ decision: "decline", values: {} });
    answer({ data: { ...ask({ state: "declined" }), updatedAt: 1 } });
    await screen.findByText("This was declined.");
  });

  it("shows at their fields what is wrong, by the chat's check and by the server's", async () => {
    await draw({ fields: [room, email] });
    await vi.waitFor(() => expect(actionCards["a1"]).toBeDefined());
    fireEvent.click(screen.getByLabelText("Sea view"));
    fireEvent.click(button("Send"));
    await screen.findByText("Field is required");
    await vi.waitFor(() => expect(document.activeElement).toBe(field()));
    expect(calls).toEqual([]);

    type("ada@example.com");
    fireEvent.click(button("Send"));
    const { input, refuse } = await next();
    expect(input.body?.data).toEqual({
      decision: "confirm",
      values: { room: "Sea view", email: "ada@example.com" },
    });
    const fields = [{ path: "body.data.values.email", message: "Nobody has this address." }];
    refuse(new RequestError("invalid_input", "Please check the fields.", { status: 400, fields }));
    await screen.findByText("Nobody has this address.");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(field().value).toBe("ada@example.com");
  });

  it("keeps what is filled in over a reload, until it is sent", async () => {
    await draw({ fields: [email] });
    type("ada@example.com");
    await vi.waitFor(() => expect(sessionStorage.getItem("ph:own:action.a1")).toContain("ada"));
    cleanup();
    delete actionCards["a1"];
    await draw({ fields: [email] });
    await vi.waitFor(() => expect(field().value).toBe("ada@example.com"));
    fireEvent.click(button("Send"));
    (await next()).answer({ data: { ...ask({ state: "done" }), updatedAt: 1 } });
    await screen.findByText("This was done.");
    expect(sessionStorage.getItem("ph:own:action.a1")).toBeNull();
  });

  it("says that there is no connection, keeps what was typed, and goes on by another press", async () => {
    await draw({ fields: [email] });
    type("ada@example.com");
    fireEvent.click(button("Send"));
    (await next()).refuse(new RequestError("offline", "No answer came."));
    const sentence = "No connection at the moment. What you filled in is kept here; please try again later.";
    await screen.findByText(sentence);
    expect(failed).toHaveBeenCalledWith(sentence);
    expect(field().value).toBe("ada@example.com");
    fireEvent.click(button("Send"));
    await next();
    await vi.waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  it("shows what it is now where somebody was quicker", async () => {
    await draw();
    fireEvent.click(button("Confirm"));
    (await next()).refuse(new RequestError("conflict", "It waits no more.", { status: 409 }));
    const { input, answer } = await next();
    expect(input.query).toEqual({ before: 1, limit: 1 });
    answer({ items: [{ ...ask({ state: "expired" }), updatedAt: 1 }], hasMore: false });
    await screen.findByText("This has expired.");
    expect(failed).not.toHaveBeenCalled();
  });

  it("says why its word does not count while it still waits", async () => {
    await draw();
    fireEvent.click(button("Confirm"));
    (await next()).refuse(new RequestError("conflict", "A person has this conversation.", { status: 409 }));
    (await next()).answer({ items: [ask()], hasMore: false });
    await screen.findByText("A person has this conversation.");
    expect(button("Confirm")).toBeDefined();
  });

  it("speaks the chat's language, with the owner's words", async () => {
    const settings = { ...configuration.settings, words: { de: { "cards.decline": "Lieber nicht" } } };
    await speak({ settings, language: "en" }, { locale: "de" });
    await draw();
    expect(screen.getAllByRole("button", { name: /Bestätigen|Lieber nicht/ })).toHaveLength(2);
    await speak(null, { locale: "en" });
    await screen.findByRole("button", { name: "Confirm" });
  });

  it("is told to screen readers together with its answer, once", () => {
    const tell = createTell({ send: vi.fn() }, vi.fn());
    tell.received(ask());
    expect(chat.announcement.text).toBe("Shall I?\n\nCancel the order");
    chat.announcement = { text: "", isUrgent: false };
    tell.received(ask());
    expect(chat.announcement.text).toBe("");
  });
});
