import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { makeMessage, makeVisitorThread } from "../../tests/kit/samples.ts";
import { configuration as shown } from "../../tests/kit/surfaces/visitorServer.ts";
import type { PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import { chat, createState, type ChatState } from "../session/state.ts";
import { ChatApp } from "./ChatApp.tsx";

await import("./afterFirst.ts");

/** New for each test: the state makes what it is given its own. */
let configuration: PublicConfiguration;
let actions: FakeActions;
const talk = { thread: makeVisitorThread(), messages: [makeMessage({ role: "user", content: "Hi" })] };

beforeEach(() => {
  actions = makeActions();
  configuration = JSON.parse(JSON.stringify(shown)) as PublicConfiguration; // a copy of one
  actions.showHistory.mockImplementation(() => void (chat.view = "history"));
  actions.showChat.mockImplementation(() => void (chat.view = "chat"));
  Object.assign(chat, createState(), { configuration: configuration });
});

const draw = (given: Partial<ChatState> = {}): void => {
  Object.assign(chat, given);
  render(<ChatApp actions={actions} />);
};

async function openMenu(): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  return screen.findByRole("menu");
}

const names = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
const press = (key: string) => fireEvent.keyDown(document.activeElement as HTMLElement, { key });

describe("the menu", () => {
  it("offers what can be done with a conversation that goes on", async () => {
    draw(talk);
    await openMenu();
    expect(names()).toEqual([
      "New conversation",
      "Your conversations",
      "Talk to a person",
      "Download conversation",
      "Turn sound on",
      "End conversation",
    ]);
  });

  it("leaves out what the owner does not offer or can't be done yet", async () => {
    const settings = {
      ...configuration.settings,
      hasHistory: false,
      hasPersonRequest: false,
      hasTranscript: false,
    };
    draw({ configuration: { ...configuration, settings }, isSoundOn: true });
    await openMenu();
    expect(names()).toEqual(["Turn sound off"]);
  });

  it.each([
    ["offers", "nobody of the team has it any more", { assigneeName: null }, true],
    ["does not offer", "somebody has it", { assigneeName: "Anna" }, false],
    ["does not offer", "one is waited for", { assigneeName: null, isWaitingForPerson: true }, false],
  ])("%s a person where %s", async (_, __, changes, isOffered) => {
    draw({ ...talk, thread: makeVisitorThread({ handledBy: "human", ...changes }) });
    await openMenu();
    expect(names().includes("Talk to a person")).toBe(isOffered);
  });

  it.each([
    ["Talk to a person", "askForPerson"],
    ["Download conversation", "downloadTranscript"],
    ["New conversation", "startNew"],
    ["End conversation", "end"],
  ] as const)("%s does it, and the focus goes back to the button", async (name, action) => {
    draw(talk);
    await openMenu();
    fireEvent.click(screen.getByRole("menuitem", { name }));
    expect(actions[action]).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" }));
  });

  it("is walked through by arrows, ends and letters; Escape closes it and not the panel", async () => {
    draw({ ...talk, isClosable: true });
    await openMenu();
    const focused = () => document.activeElement?.textContent;
    expect(focused()).toBe("New conversation");
    press("ArrowUp");
    expect(focused()).toBe("End conversation");
    press("ArrowDown");
    press("ArrowDown");
    expect(focused()).toBe("Your conversations");
    press("d");
    expect(focused()).toBe("Download conversation");
    press("End");
    expect(focused()).toBe("End conversation");
    press("Home");
    expect(focused()).toBe("New conversation");
    press("Escape");
    await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(actions.close).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" }));
  });

  it("opens at its end by the arrow up, and closes when somebody presses elsewhere", async () => {
    draw(talk);
    fireEvent.keyDown(screen.getByRole("button", { name: "More" }), { key: "ArrowUp" });
    await screen.findByRole("menu");
    expect(document.activeElement?.textContent).toBe("End conversation");
    fireEvent.pointerDown(document.body);
    await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });
});

describe("the header", () => {
  it("says that this is a test site or a preview", () => {
    draw({ isDevelopment: true, configuration: { ...configuration, preview: true } });
    expect(screen.getByText("Test site")).toBeTruthy();
    expect(screen.getByText("Preview")).toBeTruthy();
  });
});

describe("the visitor's conversations", () => {
  const item = makeVisitorThread({
    id: "t2",
    title: "Shipping",
    unread: 2,
    lastMessage: { role: "user", text: "Thanks", at: 0 },
    lastActivityAt: Date.now() - 3 * 3_600_000,
  });
  const history = { items: [item], hasMore: true, isLoading: false, hasFailed: false };

  it("stand in a list with what was said last, when, and what is unread; one opens", async () => {
    draw({ view: "history", history });
    const row = await screen.findByRole("button", { name: /Shipping/ });
    expect(row.textContent).toContain("You: Thanks");
    expect(row.textContent).toContain("3h ago");
    expect(row.textContent).toContain("2 unread messages");
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Your conversations"));
    fireEvent.click(row);
    expect(actions.openConversation).toHaveBeenCalledExactlyOnceWith("t2");
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    expect(actions.loadHistory).toHaveBeenCalledOnce();
  });

  it.each([
    ["loading", { isLoading: true }, () => screen.findByRole("status", { name: /loading/ })],
    ["empty", {}, () => screen.findByText("Your conversations will appear here.")],
  ])("are drawn while they are %s", async (_, changes, find) => {
    draw({ view: "history", history: { ...history, items: [], hasMore: false, ...changes } });
    expect(await find()).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("that could not be read can be asked for again", async () => {
    draw({ view: "history", history: { ...history, items: [], hasFailed: true } });
    await screen.findByText("Your conversations could not be read.");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(actions.loadHistory).toHaveBeenCalledOnce();
  });

  it("lead back to the chat, and to a new one", async () => {
    draw({ view: "history", history });
    fireEvent.click(await screen.findByRole("button", { name: "New conversation" }));
    expect([actions.startNew.mock.calls.length, actions.showChat.mock.calls.length]).toEqual([1, 1]);
    await screen.findByRole("textbox", { name: "Message" });
    chat.view = "history";
    fireEvent.click(await screen.findByRole("button", { name: "Back" }));
    expect(actions.showChat).toHaveBeenCalledTimes(2);
  });
});

describe("a page of its own", () => {
  it("has its title and says what it is for", () => {
    draw({ hosted: { title: "Acme Help", description: "All about orders." } });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Acme Help");
    expect(screen.getByText("All about orders.")).toBeTruthy();
  });

  it("follows language, direction, density and font", async () => {
    const settings = { ...configuration.settings, density: "compact", font: "serif" } as const;
    draw({ language: "ar", dir: "rtl", configuration: { ...configuration, settings } });
    const { documentElement: root } = document;
    expect([root.lang, root.dir, root.dataset["phDensity"]]).toEqual(["ar", "rtl", "compact"]);
    expect(root.style.getPropertyValue("--ph-font")).toContain("serif");
    chat.look = { font: "system", density: "comfortable" };
    await vi.waitFor(() => expect(root.style.getPropertyValue("--ph-font")).toBe(""));
  });
});
