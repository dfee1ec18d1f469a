import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { makeMessage, makeVisitorThread } from "../../tests/kit/samples.ts";
import { configuration } from "../../tests/kit/surfaces/visitorServer.ts";
import type { Citation, Message } from "../../shared/contract/conversations/conversations.ts";
import { focusComposer } from "../session/focusComposer.ts";
import { chat, createState } from "../session/state.ts";
import { wording } from "../session/words.ts";
import { ChatApp } from "./ChatApp.tsx";

/** Loaded before, as the frame does right after its first picture. */
await import("./afterFirst.ts");

let actions: FakeActions;

beforeEach(() => {
  Object.assign(chat, createState(), { configuration });
  actions = makeActions();
});

afterEach(() => void vi.useRealTimers());

const thread = makeVisitorThread();

const citation: Citation = {
  number: 1,
  sourceId: "s",
  pageId: "p",
  passageId: "x",
  title: "Shipping",
  headings: ["Shipping", "How long?"],
  url: "https://shop.example/shipping#:~:text=two%20days",
  quote: "It takes two days.",
  position: "page 3",
};

function draw(messages: Message[] = []): void {
  Object.assign(chat, { thread: messages.length > 0 ? thread : null, messages });
  render(<ChatApp actions={actions} />);
}

async function drawTalk(messages: Message[]): Promise<HTMLElement> {
  draw(messages);
  return screen.findByRole("log");
}

const question = makeMessage({ position: 0, role: "user", content: "How long does it take?" });

describe("the first picture", () => {
  it("greets, and sends a suggestion with one click", () => {
    draw();
    expect(screen.getByText("Hi! How can I help?")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Where is my order?" }));
    expect(actions.chooseSuggestion).toHaveBeenCalledExactlyOnceWith("Where is my order?");
  });

  it("takes the cursor that was wanted before there was a field", () => {
    focusComposer();
    draw();
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
  });

  it("leaves a visitor where they write when its words become others", async () => {
    chat.text = "Half a question";
    draw();
    const before = screen.getByRole<HTMLTextAreaElement>("textbox");
    before.focus();
    before.setSelectionRange(4, 6);
    await act(async () => void (wording.version += 1));
    const field = screen.getByRole<HTMLTextAreaElement>("textbox");
    expect(field).not.toBe(before);
    expect(document.activeElement).toBe(field);
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(["Half a question", 4, 6]);
  });

  it("shows at most ten suggestions", () => {
    const suggestions = Array.from({ length: 14 }, (_, at) => `Question ${at}`);
    chat.configuration = { ...configuration, settings: { ...configuration.settings, suggestions } };
    draw();
    expect(screen.getAllByRole("button", { name: /Question/ })).toHaveLength(10);
  });

  it("sends what is typed, and shows what the state says stands in the field", async () => {
    actions.write.mockImplementation((text) => void (chat.text = text));
    draw();
    const area = screen.getByRole<HTMLTextAreaElement>("textbox");
    fireEvent.input(area, { target: { value: " Hello " } });
    fireEvent.keyDown(area, { key: "Enter" });
    expect(actions.send).toHaveBeenCalledExactlyOnceWith("Hello");
    chat.text = "";
    await vi.waitFor(() => expect(area.value).toBe(""));
  });

  it("is marked in a preview", () => {
    chat.configuration = { ...configuration, preview: true };
    draw();
    expect(screen.getByText("Preview")).toBeTruthy();
  });

  it.each([
    ["bad_token", /no chat at this address/],
    ["origin_not_allowed", /This site is not among/],
    ["disabled", /turned off/],
    ["server", /server has a problem/],
  ] as const)("says why where the chat is not available (%s)", async (reason, sentence) => {
    Object.assign(chat, { configuration: null, unavailable: reason });
    draw();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("wears the colors of the page above those of Deploy, and follows both", async () => {
    draw();
    const { style, dataset } = document.documentElement;
    expect(style.getPropertyValue("--ph-light-accent")).toBe("#2f5bea");
    expect(dataset["phScheme"]).toBe("auto");
    chat.look = { primary: "#aa0000", scheme: "dark" };
    await vi.waitFor(() => expect(style.getPropertyValue("--ph-light-accent")).toBe("#aa0000"));
    expect(dataset["phScheme"]).toBe("dark");
    chat.look = {};
    chat.configuration = {
      ...configuration,
      settings: { ...configuration.settings, primary: "#00aa00", radius: 4 },
    };
    await vi.waitFor(() => expect(style.getPropertyValue("--ph-light-accent")).toBe("#00aa00"));
    expect(style.getPropertyValue("--ph-radius")).toBe("4px");
  });
});

describe("an answer", () => {
  it("names its author from the record, whatever the text says", async () => {
    await drawTalk([
      question,
      makeMessage({ position: 1, content: "I am **Anna** from support" }),
      makeMessage({ position: 2, role: "support", content: "Hello", author: { id: "team", name: "Anna" } }),
    ]);
    const names = screen.getAllByRole("article").map((one) => one.getAttribute("aria-label")?.split(",")[0]);
    expect(names).toEqual(["You", "Acme Assistant", "Anna"]);
    // Where people answer too, the name stands above what each of them says.
    expect(screen.getByText("Acme Assistant", { selector: "b" })).toBeTruthy();
    expect(screen.getByText("Anna", { selector: "[aria-hidden] b" })).toBeTruthy();
  });

  it("opens the passage behind a number, with its place and the way to the source", async () => {
    const log = await drawTalk([
      question,
      makeMessage({ position: 1, content: "Two days [1] or [2].", citations: [citation] }),
    ]);
    expect(log.textContent).toContain("[2]");
    const mark = screen.getByRole("button", { name: "Source 1: Shipping" });
    await vi.waitFor(() => {
      fireEvent.click(mark);
      expect(screen.getByRole("dialog")).toBeTruthy();
    });
    const card = within(screen.getByRole("dialog"));
    expect(card.getByText("It takes two days.")).toBeTruthy();
    expect(card.getByText("How long? › page 3")).toBeTruthy();
    const link = card.getByRole<HTMLAnchorElement>("link");
    expect([link.getAttribute("href"), link.target, link.rel]).toEqual([citation.url, "_blank", "noopener"]);
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link);
    expect(actions.openSource).toHaveBeenCalledExactlyOnceWith(citation.url);
  });

  it.each([null, "javascript:alert(1)", "/relative"])("has no link to a source at %s", async (url) => {
    await drawTalk([
      question,
      makeMessage({ position: 1, content: "Two days [1].", citations: [{ ...citation, url }] }),
    ]);
    await vi.waitFor(() => {
      fireEvent.click(screen.getByRole("button", { name: "Source 1: Shipping" }));
      expect(screen.getByRole("dialog")).toBeTruthy();
    });
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("shows hostile text as text, and loads no image", async () => {
    const content = "<img src=x onerror=alert(1)> ![x](https://evil.example/?q=1) [a](javascript:alert(1))";
    const log = await drawTalk([question, makeMessage({ position: 1, content })]);
    expect(log.querySelector("img, script, [onerror], a[href^=javascript]")).toBeNull();
  });

  it("can be stopped while it is written", async () => {
    await drawTalk([question, makeMessage({ position: 1, status: "streaming", content: "Two" })]);
    fireEvent.click(screen.getByRole("button", { name: "Stop answering" }));
    expect(actions.stop).toHaveBeenCalledOnce();
  });

  it.each([
    [
      makeMessage({
        position: 1,
        status: "failed",
        content: "Half",
        error: { code: "model_failed", message: "No model." },
      }),
      "No model.",
    ],
    [makeMessage({ position: 1, status: "failed" }), "The answer could not be finished."],
    [makeMessage({ position: 1, status: "stopped", content: "Half" }), "Stopped"],
  ])("that did not end well says so and can be tried again (%#)", async (message, reason) => {
    await drawTalk([question, message]);
    expect(screen.getByText(reason)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(actions.retryAnswer).toHaveBeenCalledExactlyOnceWith("m1");
  });

  it("that is not the newest can't be tried again", async () => {
    await drawTalk([
      question,
      makeMessage({ position: 1, status: "failed" }),
      makeMessage({ position: 2, role: "user", content: "Well" }),
    ]);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("offers further questions below the newest one only", async () => {
    await drawTalk([
      makeMessage({ position: 0, content: "Old", followUps: ["Old one?"] }),
      makeMessage({ position: 1, content: "New", followUps: ["New one?"] }),
    ]);
    expect(screen.queryByText("Old one?")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "New one?" }));
    expect(actions.chooseSuggestion).toHaveBeenCalledExactlyOnceWith("New one?");
  });

  it("that is awaited shows dots, and after a while says that work goes on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const log = await drawTalk([question, makeMessage({ position: 1, status: "streaming" })]);
    expect(log.querySelector("i")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(8500);
    expect(log.textContent).toContain("Still working on it…");
    await vi.advanceTimersByTimeAsync(22_000);
    expect(log.textContent).toContain("This takes longer than usual.");
    chat.isOnline = false;
    await vi.waitFor(() => expect(log.querySelector("i")).toBeNull());
  });
});

describe("what is not sent yet", () => {
  const pending = {
    clientId: "c",
    content: "Hello",
    attachments: [],
    conversation: 0,
    newThreadId: null,
    meta: null,
    error: null,
    createdAt: 0,
  };

  it("waits for the connection, and the composer says so", async () => {
    Object.assign(chat, { isOnline: false, pending: [{ ...pending, delivery: "waiting" }] });
    await drawTalk([]);
    expect(screen.getByText("Waiting for the connection")).toBeTruthy();
    expect(screen.getByText(/No connection at the moment/)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").disabled).toBe(false);
  });

  it("says why it was refused, and can be sent again", async () => {
    Object.assign(chat, { pending: [{ ...pending, delivery: "failed", error: "Too large." }] });
    await drawTalk([]);
    expect(screen.getByText("Not sent. Too large.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(actions.retrySend).toHaveBeenCalledExactlyOnceWith("c");
  });

  it("of another conversation is not shown", () => {
    Object.assign(chat, { conversation: 1, pending: [{ ...pending, delivery: "waiting" }] });
    draw();
    expect(screen.queryByRole("log")).toBeNull();
  });
});

describe("what happened", () => {
  it.each([
    ["joined", "Anna joined the conversation"],
    ["handedBack", "Anna handed the conversation back to the assistant"],
    ["resolved", "Anna marked this as resolved"],
  ])("%s is told with the person's name", async (content, sentence) => {
    const author = { id: "team", name: "Anna" };
    await drawTalk([question, makeMessage({ position: 1, role: "system", kind: "event", content, author })]);
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it("is told where a message was deleted, and not by whom", async () => {
    const removed = { content: "messageRemoved", author: null };
    await drawTalk([question, makeMessage({ position: 1, role: "system", kind: "event", ...removed })]);
    expect(screen.getByText("This message was deleted")).toBeTruthy();
  });

  it.each(["toString", "anything newer"])("is left out where nobody knows it (%s)", async (content) => {
    await drawTalk([question, makeMessage({ position: 1, role: "system", kind: "event", content })]);
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });
});

it("numbers in an answer stand as they will while it is written, and open once their passages are there", async () => {
  await drawTalk([question, makeMessage({ position: 1, status: "streaming", content: "Two days [1]." })]);
  expect(screen.getByRole("log").textContent).toContain("Two days 1.");
  expect(screen.queryByRole("button", { name: "Source 1: Shipping" })).toBeNull();
  chat.messages[1] = makeMessage({ position: 1, content: "Two days [1] or [2].", citations: [citation] });
  await screen.findByRole("button", { name: "Source 1: Shipping" });
  expect(screen.getByRole("log").textContent).toContain("or [2].");
});

describe("for those who don't see it", () => {
  it("an answer is announced, then said once and whole, without its signs", async () => {
    const log = await drawTalk([question, makeMessage({ position: 1, status: "streaming", content: "Two" })]);
    expect(log.getAttribute("aria-live")).toBe("off");
    const said = () => screen.getAllByRole("status").at(-1)?.textContent;
    expect(said()).toBe("Acme Assistant is answering");
    const content = "## Soon\n\n**Two** days [1], see [here](https://a.example).";
    chat.messages[1] = makeMessage({ position: 1, content });
    chat.announcement = { text: content, isUrgent: false };
    await vi.waitFor(() => expect(said()).toBe("Soon Two days, see here."));
  });

  it("what is not true any more is not said: an answer that a person took over, an end before a new conversation", async () => {
    await drawTalk([question, makeMessage({ position: 1, status: "streaming", content: "Two" })]);
    const said = () => screen.getAllByRole("status").at(-1)?.textContent;
    await vi.waitFor(() => expect(said()).toBe("Acme Assistant is answering"));
    chat.messages = [question];
    await vi.waitFor(() => expect(said()).toBe(""));
    chat.announcement = { text: "This conversation has ended.", isUrgent: false };
    await vi.waitFor(() => expect(said()).toBe("This conversation has ended."));
    chat.conversation = 2;
    await vi.waitFor(() => expect(said()).toBe(""));
  });

  it("the title of a page is said as it is called, without the signs that keep Markdown from it", async () => {
    draw();
    chat.announcement = { text: "From **Prices \\| Larkspur**: 24 \\*net\\*.", isUrgent: false };
    const said = () => screen.getAllByRole("status").at(-1)?.textContent;
    await vi.waitFor(() => expect(said()).toBe("From Prices | Larkspur: 24 *net*."));
  });

  it("trouble interrupts", async () => {
    draw();
    chat.announcement = { text: "It was not sent.", isUrgent: true };
    await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toBe("It was not sent."));
  });
});

describe("keys", () => {
  it("Escape closes the panel and F6 leaves it, where a page is around that can do it", () => {
    chat.isClosable = true;
    draw();
    fireEvent.keyDown(document, { key: "Escape" });
    fireEvent.keyDown(document, { key: "F6" });
    expect([actions.close.mock.calls.length, actions.leave.mock.calls.length]).toEqual([1, 1]);
  });

  it("do nothing in a bare frame, which has no button to close either", () => {
    draw();
    fireEvent.keyDown(document, { key: "Escape" });
    expect(actions.close).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "Close chat" })).toBeNull();
  });

  it("Escape closes the source first", async () => {
    chat.isClosable = true;
    await drawTalk([question, makeMessage({ position: 1, content: "Two days [1].", citations: [citation] })]);
    await vi.waitFor(() => {
      fireEvent.click(screen.getByRole("button", { name: "Source 1: Shipping" }));
      expect(screen.getByRole("dialog")).toBeTruthy();
    });
    fireEvent.keyDown(document, { key: "Escape" });
    expect(actions.close).not.toHaveBeenCalled();
  });
});

describe("a long conversation", () => {
  /** The layout that a test browser does not have. */
  function layOut(log: HTMLElement, at: { top: number; height: number }): void {
    for (const [name, value] of [
      ["scrollHeight", at.height],
      ["clientHeight", 300],
    ] as const) {
      Object.defineProperty(log, name, { value, configurable: true });
    }
    log.scrollTop = at.top;
    fireEvent.scroll(log);
  }
  const many = Array.from({ length: 20 }, (_, position) =>
    makeMessage({ position: position + 10, content: `Line ${position}` }),
  );

  it("reads older messages when the visitor comes near the first one", async () => {
    chat.hasMore = true;
    const log = await drawTalk(many);
    layOut(log, { top: 500, height: 2000 });
    expect(actions.loadOlder).not.toHaveBeenCalled();
    layOut(log, { top: 50, height: 2000 });
    layOut(log, { top: 40, height: 2000 });
    expect(actions.loadOlder).toHaveBeenCalledOnce();
  });

  it("stays at the end when text comes before the browser has told of the last scroll", async () => {
    const log = await drawTalk(many);
    layOut(log, { top: 1700, height: 2000 });
    Object.defineProperty(log, "scrollHeight", { value: 2400, configurable: true });
    fireEvent.scroll(log);
    await act(async () => {});
    expect(screen.queryByRole("button", { name: "Latest messages" })).toBeNull();
    layOut(log, { top: 1500, height: 2400 });
    await screen.findByRole("button", { name: "Latest messages" });
  });

  it("stays where the visitor reads, and counts what comes below", async () => {
    const log = await drawTalk(many);
    layOut(log, { top: 1700, height: 2000 });
    layOut(log, { top: 500, height: 2000 });
    await screen.findByRole("button", { name: "Latest messages" });
    chat.messages.unshift(makeMessage({ position: 9, content: "Older" }));
    chat.messages.push(makeMessage({ position: 40, content: "New" }));
    const pill = await screen.findByRole("button", { name: "1 new message" });
    expect(log.scrollTop).toBe(500);
    fireEvent.click(pill);
    expect(log.scrollTop).toBe(2000);
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: /new message|Latest/ })).toBeNull());
  });
});
