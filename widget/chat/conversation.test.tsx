import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { makeMessage, makeVisitorThread } from "../../tests/kit/samples.ts";
import { configuration as shown } from "../../tests/kit/surfaces/visitorServer.ts";
import type { PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { chat, createState } from "../session/state.ts";
import { ChatApp } from "./ChatApp.tsx";

/** Loaded before, as the frame does right after its first picture. */
await import("./afterFirst.ts");
await import("./FeedbackCard.tsx");
await import("./EndedCard.tsx");

const thread = makeVisitorThread();
const question = makeMessage({ position: 0, role: "user", content: "How long does it take?" });
const answer = makeMessage({ position: 1, content: "Two days [1]." });
/** New for each test: the state makes what it is given its own. */
let configuration: PublicConfiguration;
let actions: FakeActions;

beforeEach(() => {
  actions = makeActions();
  configuration = JSON.parse(JSON.stringify(shown)) as PublicConfiguration; // a copy of one
  Object.assign(chat, createState(), { configuration: configuration, thread });
  actions.rate.mockImplementation((id, feedback) => {
    chat.messages = chat.messages.map((one) => (one.id === id ? { ...one, feedback } : one));
  });
});

async function drawTalk(messages: Message[] = [question, answer]): Promise<HTMLElement> {
  chat.messages = messages;
  render(<ChatApp actions={actions} />);
  return screen.findByRole("log");
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("an answer", () => {
  it("that is good is said to be, once more takes it back", async () => {
    await drawTalk();
    fireEvent.click(button("Good answer"));
    expect(actions.rate).toHaveBeenLastCalledWith("m1", { value: 1, reason: null, text: "" });
    await vi.waitFor(() => expect(button("Good answer").getAttribute("aria-pressed")).toBe("true"));
    expect(screen.getByText("Thank you for telling us.").getAttribute("role")).toBe("status");
    fireEvent.click(button("Good answer"));
    expect(actions.rate).toHaveBeenLastCalledWith("m1", null);
  });

  it("that is bad counts at once, and asks in place what was wrong", async () => {
    await drawTalk();
    fireEvent.click(button("Bad answer"));
    expect(actions.rate).toHaveBeenLastCalledWith("m1", { value: -1, reason: null, text: "" });
    const card = within(await screen.findByRole("group", { name: "What was wrong?" }));
    const reasons = card.getAllByRole("radio");
    expect(reasons).toHaveLength(5);
    await vi.waitFor(() => expect(document.activeElement === reasons[0]).toBe(true));
    fireEvent.click(card.getByRole("radio", { name: "Something is missing" }));
    fireEvent.input(screen.getByRole("textbox", { name: "Tell us more (optional)" }), {
      target: { value: " The price " },
    });
    fireEvent.click(button("Send"));
    expect(actions.rate).toHaveBeenLastCalledWith("m1", {
      value: -1,
      reason: "incomplete",
      text: "The price",
    });
    await vi.waitFor(() => expect(screen.queryByRole("group", { name: "What was wrong?" })).toBeNull());
    expect(screen.getByText("Thank you for telling us.")).toBeTruthy();
    expect(document.activeElement).toBe(button("Bad answer"));
  });

  it("that is bad needs no reason: Escape closes the card and not the panel", async () => {
    chat.isClosable = true;
    await drawTalk();
    fireEvent.click(button("Bad answer"));
    const [first] = await screen.findAllByRole("radio");
    fireEvent.keyDown(first as HTMLElement, { key: "Escape" });
    await vi.waitFor(() => expect(screen.queryByRole("radio")).toBeNull());
    expect(actions.close).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button("Bad answer"));
    expect(actions.rate).toHaveBeenCalledOnce();
  });

  it("is not asked about where the owner does not want it, or it is not whole", async () => {
    chat.configuration = {
      ...configuration,
      settings: { ...configuration.settings, hasFeedback: false },
    };
    await drawTalk();
    expect(screen.queryByRole("button", { name: "Good answer" })).toBeNull();
    expect(button("Copy")).toBeTruthy();
  });

  it("is copied without the numbers of its sources", async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    await drawTalk();
    fireEvent.click(button("Copy"));
    expect(writeText).toHaveBeenCalledExactlyOnceWith("Two days.");
    vi.unstubAllGlobals();
  });
});

describe("the visitor's own message", () => {
  it("is written again by its button, but only the last one", async () => {
    const later = makeMessage({ position: 2, role: "user", content: "And abroad?" });
    await drawTalk([question, answer, later]);
    expect(screen.getAllByRole("button", { name: "Edit" })).toHaveLength(1);
    fireEvent.click(button("Edit"));
    expect(actions.beginEdit).toHaveBeenCalledExactlyOnceWith("m2");
  });

  it.each([
    ["a person handles the conversation", { handledBy: "human" }, []],
    ["a person has answered it", {}, [makeMessage({ position: 2, role: "support", content: "Hi" })]],
    ["its answer is being written", {}, [makeMessage({ position: 2, status: "streaming", content: "T" })]],
  ] as const)("can't be written again where %s", async (_, changes, more) => {
    chat.thread = { ...thread, ...changes };
    await drawTalk([question, answer, ...more]);
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });

  it("can't be written again where it is a recording or a picture alone", async () => {
    const file = { id: "f", name: "tent.png", contentType: "image/png", sizeBytes: 2048, url: "/f/tent" };
    await drawTalk([{ ...question, content: "", attachments: [file] }, answer]);
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });

  it("says that it was edited, and that a person has read it", async () => {
    chat.thread = { ...thread, handledBy: "human", assigneeName: "Anna", teamReadTo: 3 };
    const last = makeMessage({ position: 2, role: "user", content: "Well", editedAt: 5 });
    await drawTalk([question, answer, last]);
    expect(screen.getByText("edited · Read")).toBeTruthy();
    expect(screen.getAllByText(/Read/)).toHaveLength(1);
  });

  it.each([
    ["the visitor's", question],
    ["the agent's", answer],
    ["the team's", makeMessage({ position: 2, role: "support", author: { id: "team", name: "Anna" } })],
  ])("shows %s images and names their files, also without text", async (_, message) => {
    const file = { id: "f", name: "tent.png", contentType: "image/png", sizeBytes: 2048, url: "/f/tent" };
    const paper = { ...file, id: "g", name: "bill.pdf", contentType: "application/pdf", url: "/f/bill" };
    await drawTalk([{ ...message, content: "", attachments: [file, paper] }]);
    expect(screen.getByRole("img", { name: "tent.png" }).getAttribute("src")).toBe("/f/tent");
    const link = screen.getByRole("link", { name: /bill\.pdf/ });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual(["/f/bill", "noopener"]);
    expect(document.querySelector("[data-bubble]")).toBeNull();
  });

  it("keeps an image that was read when its address is renewed, and tries again one that was not", async () => {
    const file = { id: "f", name: "tent.png", contentType: "image/png", sizeBytes: 2048, url: "/tent?1" };
    const lamp = { ...file, id: "g", name: "lamp.png", url: "/lamp?1" };
    const spoken = { ...file, id: "h", name: "Voice.webm", contentType: "audio/webm", url: "/voice?1" };
    await drawTalk([{ ...question, attachments: [file, lamp, spoken] }]);
    const image = (name: string) => screen.getByRole("img", { name });
    const voice = screen.getByLabelText<HTMLAudioElement>("Voice.webm");
    const play = vi.spyOn(voice, "play").mockResolvedValue();
    fireEvent.load(image("tent.png"));
    fireEvent.loadedMetadata(voice);
    const [message] = chat.messages;
    if (message) message.attachments = message.attachments.map((one) => ({ ...one, url: `${one.url}+` }));
    const link = () => screen.getByRole("link", { name: /tent/ }).getAttribute("href");
    await vi.waitFor(() => expect(link()).toBe("/tent?1+"));
    fireEvent.error(image("lamp.png"));
    expect(image("tent.png").getAttribute("src")).toBe("/tent?1");
    await vi.waitFor(() => expect(image("lamp.png").getAttribute("src")).toBe("/lamp?1+"));
    expect(voice.getAttribute("src")).toBe("/voice?1");
    // The visitor presses play, and what was loaded before goes no further.
    vi.spyOn(voice, "paused", "get").mockReturnValue(false);
    fireEvent.error(voice);
    await vi.waitFor(() => expect(voice.getAttribute("src")).toBe("/voice?1+"));
    expect(play).not.toHaveBeenCalled();
    fireEvent.loadedMetadata(voice);
    expect(play).toHaveBeenCalledOnce();
  });
});

describe("people", () => {
  it("stand in the header once they handle the conversation, and their writing is told", async () => {
    chat.thread = { ...thread, handledBy: "human", assigneeName: "Anna Weber" };
    chat.typing = "Anna Weber";
    await drawTalk();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Anna Weber");
    expect(screen.getByText("Anna Weber is writing…")).toBeTruthy();
    chat.thread.status = "resolved";
    await vi.waitFor(() => expect(screen.queryByText("Anna Weber is writing…")).toBeNull());
  });

  it("are waited for, until the visitor goes on with the agent", async () => {
    chat.thread = { ...thread, isWaitingForPerson: true };
    await drawTalk();
    expect(screen.getByText(/We told the team/)).toBeTruthy();
    fireEvent.click(button("Continue with the assistant"));
    expect(actions.leavePerson).toHaveBeenCalledOnce();
    chat.thread = thread;
    await vi.waitFor(() => expect(screen.queryByText(/We told the team/)).toBeNull());
  });

  it.each([
    ["away", true, /^The team is away and will answer here when it is back\.$/],
    ["there", false, /^We told the team/],
  ])("who are %s are waited for as that says", async (_, isAway, said) => {
    chat.thread = { ...thread, isWaitingForPerson: true };
    if (chat.configuration) chat.configuration.team = { isAway, opensAt: null };
    await drawTalk();
    expect(screen.getByText(said)).toBeTruthy();
  });

  it.each([
    [null, /^We told the team\. Someone will answer here soon\.$/],
    [0, /will answer here soon\.$/],
    [1, /will answer here soon\. 1 person is ahead of you\.$/],
    [2, /will answer here soon\. 2 people are ahead of you\.$/],
  ])("who have others to answer first say how many: %s", async (peopleBefore, said) => {
    chat.thread = { ...thread, isWaitingForPerson: true, peopleBefore };
    await drawTalk();
    expect(screen.getByText(said)).toBeTruthy();
  });

  it("who come back later say from when on", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-13T18:00:00Z") });
    chat.thread = { ...thread, isWaitingForPerson: true };
    const opensAt = Date.parse("2026-03-16T09:00:00Z");
    if (chat.configuration) chat.configuration.team = { isAway: true, opensAt };
    await drawTalk();
    expect(screen.getByText(/will answer here from Monday/)).toBeTruthy();
    vi.useRealTimers();
  });
});

describe("a conversation that has ended", () => {
  const field = () => screen.queryByRole("textbox", { name: "Message" });

  beforeEach(() => void (chat.thread = { ...thread, status: "resolved" }));

  it("has the way to a new one in place of the composer, and the way back into this one", async () => {
    await drawTalk();
    const card = await screen.findByRole("region", { name: "This conversation has ended." });
    expect(field()).toBeNull();
    fireEvent.click(within(card).getByRole("button", { name: "New conversation" }));
    expect(actions.startNew).toHaveBeenCalledOnce();
    fireEvent.click(within(card).getByRole("button", { name: "Continue here" }));
    await vi.waitFor(() => expect(document.activeElement).toBe(field()));
    expect(screen.queryByText("This conversation has ended.")).toBeNull();
  });

  it("leaves the composer to a visitor who is writing", async () => {
    chat.text = "One more thing";
    await drawTalk();
    expect(field()).toBeTruthy();
    chat.text = "";
    await vi.waitFor(() => expect(field()).toBeNull());
  });

  it("takes the focus along that was in the composer", async () => {
    chat.thread = thread;
    await drawTalk();
    field()?.focus();
    chat.thread.status = "resolved";
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("New conversation"));
  });

  it("offers its composer again once somebody of the team takes it up", async () => {
    await drawTalk();
    await screen.findByText("This conversation has ended.");
    if (chat.thread) chat.thread.status = "open";
    await vi.waitFor(() => expect(field()).toBeTruthy());
  });
});

describe("how a conversation was that has ended", () => {
  const group = () => screen.findByRole("group", { name: "How was this conversation?" });

  beforeEach(() => {
    chat.thread = { ...thread, status: "resolved" };
    actions.rateThread.mockImplementation((rating) => {
      if (chat.thread) chat.thread.rating = { ...rating, at: 1 };
    });
  });

  it("is said by a score, which counts at once, and in words by whoever has some", async () => {
    await drawTalk();
    const scores = within(await group()).getAllByRole("radio");
    expect(scores.map((one) => one.getAttribute("aria-label"))).toEqual([
      "1 of 5",
      "2 of 5",
      "3 of 5",
      "4 of 5",
      "5 of 5",
    ]);
    fireEvent.click(scores[3] as HTMLElement);
    expect(actions.rateThread).toHaveBeenLastCalledWith({ score: 4, remark: "" });
    expect((await screen.findByText("Thank you for telling us.")).getAttribute("role")).toBe("status");
    fireEvent.input(screen.getByRole("textbox", { name: "Tell us more (optional)" }), {
      target: { value: " Quick and kind " },
    });
    fireEvent.click(button("Send"));
    expect(actions.rateThread).toHaveBeenLastCalledWith({ score: 4, remark: "Quick and kind" });
    await vi.waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "4 of 5" }));
  });

  it("stands there as it was said before, and keeps its words when the score changes", async () => {
    chat.thread = { ...thread, status: "resolved", rating: { score: 2, remark: "Slow", at: 1 } };
    await drawTalk();
    const card = within(await group());
    expect(card.getByRole<HTMLInputElement>("radio", { checked: true }).value).toBe("2");
    expect(screen.queryByRole("textbox")).toBeNull();
    fireEvent.click(card.getByRole("radio", { name: "3 of 5" }));
    expect(actions.rateThread).toHaveBeenLastCalledWith({ score: 3, remark: "Slow" });
    expect((await screen.findByRole<HTMLTextAreaElement>("textbox")).value).toBe("Slow");
  });

  it("shows what was chosen before the state has it, and what it was before where it is not taken", async () => {
    chat.thread = { ...thread, status: "resolved", rating: { score: 2, remark: "", at: 1 } };
    actions.rateThread.mockImplementation(() => {});
    await drawTalk();
    await group();
    fireEvent.click(screen.getByRole("radio", { name: "5 of 5" }));
    await screen.findByRole("textbox");
    const checked = () => screen.getByRole<HTMLInputElement>("radio", { checked: true }).value;
    expect(checked()).toBe("5");
    chat.thread.rating = { score: 5, remark: "", at: 2 };
    await vi.waitFor(() => expect(checked()).toBe("5"));
    chat.thread.rating = { score: 2, remark: "", at: 1 };
    await vi.waitFor(() => expect(checked()).toBe("2"));
    chat.notice = "This did not work. Please try again.";
    expect(await screen.findByText("This did not work. Please try again.")).toBeTruthy();
  });

  it("is not asked where the owner wants no ratings", async () => {
    if (chat.configuration) chat.configuration.settings.hasFeedback = false;
    await drawTalk();
    await screen.findByRole("region", { name: "This conversation has ended." });
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

describe("for those who don't see it", () => {
  const said = () =>
    [...screen.getAllByRole("status")].at(-1)?.querySelectorAll("p") ?? document.querySelectorAll("none");

  it("a long answer is said in chunks of whole sentences", async () => {
    await drawTalk();
    const sentence = "This sentence is about as long as many sentences in answers usually are.";
    chat.announcement = { text: Array.from({ length: 6 }, () => sentence).join(" "), isUrgent: false };
    await vi.waitFor(() => expect(said().length).toBeGreaterThan(1));
    const chunks = [...said()].map(({ textContent }) => textContent ?? "");
    expect(chunks.join(" ")).toBe(Array.from({ length: 6 }, () => sentence).join(" "));
    for (const chunk of chunks) expect(chunk.endsWith(".")).toBe(true);
  });

  it("an answer that was stopped does not bring the one before back", async () => {
    await drawTalk();
    chat.announcement = { text: "Two days.", isUrgent: false };
    await vi.waitFor(() => expect(said()[0]?.textContent).toBe("Two days."));
    chat.messages.push(makeMessage({ position: 2, status: "streaming", content: "Well" }));
    await vi.waitFor(() => expect(said()[0]?.textContent).toBe("Acme Assistant is answering"));
    chat.messages[2] = makeMessage({ position: 2, status: "stopped", content: "Well" });
    await screen.findByText("Stopped");
    expect([...said()].map(({ textContent }) => textContent)).not.toContain("Two days.");
  });
});
