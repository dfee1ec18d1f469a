import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeVisitorThread } from "../../tests/kit/samples.ts";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { configuration } from "../../tests/kit/surfaces/visitorServer.ts";
import { chat, createState } from "../session/state.ts";
import { ChatApp } from "./ChatApp.tsx";

await import("./afterFirst.ts");
await import("./BeforeCard.tsx");

const monday = Date.parse("2026-03-16T09:00:00Z");
let actions: FakeActions;

function open(outsideHours: "answer" | "form", team: object = {}): void {
  const settings = { ...configuration.settings, outsideHours };
  const away = { isAway: true, opensAt: monday, ...team };
  Object.assign(chat, createState(), { configuration: { ...configuration, settings, team: away } });
  actions = makeActions();
  actions.leaveMessage.mockResolvedValue();
  render(<ChatApp actions={actions} />);
}

const composer = () => screen.queryByRole("textbox", { name: "Message" });
const form = () => screen.findByRole("form", { name: "Leave a message" });
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) => fireEvent.input(await field(name), { target: { value } });

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-13T18:00:00Z") }));

describe("outside the team's hours", () => {
  it("a form replaces the composer, says when people answer, and checks what is typed", async () => {
    open("form");
    await form();
    expect(composer()).toBeNull();
    expect(screen.queryByRole("button", { name: "Where is my order?" })).toBeNull();
    expect(screen.getByText(/will answer here from Monday/)).toBeTruthy();
    await type("Your e-mail address", "ada");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect((await field("Your e-mail address")).getAttribute("aria-invalid")).toBe("true");
    expect(actions.leaveMessage).not.toHaveBeenCalled();
  });

  it("a form is sent once, and under the same ID after a failure", async () => {
    open("form");
    await form();
    await type("Your e-mail address", "ada@example.org");
    await type("Your message", "Do you ship to Norway?");
    const send = () => fireEvent.click(screen.getByRole("button", { name: /Send/ }));
    send();
    send();
    await vi.waitFor(() => expect(actions.leaveMessage).toHaveBeenCalledOnce());
    chat.notice = "The server is busy at the moment.";
    await screen.findByText("The server is busy at the moment.");
    send();
    const [first, second] = actions.leaveMessage.mock.calls.map(([left]) => left);
    expect(first).toMatchObject({ email: "ada@example.org", content: "Do you ship to Norway?" });
    expect(second).toEqual(first);
  });

  it("the composer is there for a conversation that the team has, without the way back to the agent", async () => {
    open("form");
    await form();
    chat.thread = makeVisitorThread({ handledBy: "human", isWaitingForPerson: true });
    await vi.waitFor(() => expect(composer()).not.toBeNull());
    expect(screen.queryByRole("button", { name: "Continue with the assistant" })).toBeNull();
  });

  it("a line says when people are back, and the agent answers as always", async () => {
    open("answer");
    expect((await screen.findByText(/The team is back Monday/)).textContent).toMatch(
      /The assistant answers you now\.$/,
    );
    expect(composer()).not.toBeNull();
  });

  it("the line says that the team is away if nobody knows until when", async () => {
    open("answer", { opensAt: null });
    expect(await screen.findByText("The team is away. The assistant answers you now.")).toBeTruthy();
  });

  it("form and line disappear once the team is back", async () => {
    open("form");
    await form();
    if (chat.configuration) chat.configuration.team.isAway = false;
    await vi.waitFor(() => expect(composer()).not.toBeNull());
    expect(screen.queryByRole("form")).toBeNull();
  });
});
