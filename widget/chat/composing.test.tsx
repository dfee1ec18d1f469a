import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { makeMessage, makeVisitorThread } from "../../tests/kit/samples.ts";
import { configuration as shown } from "../../tests/kit/surfaces/visitorServer.ts";
import type { PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import type { FileDraft } from "../../shared/domain/attachments.ts";
import { chat, createState, type ChatState } from "../session/state.ts";
import { ChatApp } from "./ChatApp.tsx";

await import("./afterFirst.ts");

const attachments = { types: ["image/png"], maxBytes: 1000, maxCount: 4 };
const draft: FileDraft = {
  id: "d",
  name: "a.png",
  contentType: "image/png",
  sizeBytes: 2048,
  delivery: "sending",
  progress: 0.4,
  error: null,
  attachmentId: null,
};
/** New for each test: the state makes what it is given its own. */
let configuration: PublicConfiguration;
let actions: FakeActions;

beforeEach(() => {
  actions = makeActions();
  configuration = JSON.parse(JSON.stringify(shown)) as PublicConfiguration; // a copy of one
  actions.write.mockImplementation((text) => void (chat.text = text));
  Object.assign(chat, createState(), { configuration: { ...configuration, attachments } });
});

function draw(given: Partial<ChatState> = {}): HTMLTextAreaElement | null {
  Object.assign(chat, given);
  render(<ChatApp actions={actions} />);
  return screen.queryByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
}

/** Gives true where the browser is left to do what it wants with the files. */
function drag(type: "dragenter" | "dragover" | "drop", files: File[]): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return fireEvent(
    screen.getByRole("banner"),
    Object.assign(event, { dataTransfer: { types: ["Files"], files, dropEffect: "" } }),
  );
}

const file = new File(["x"], "a.png", { type: "image/png" });

describe("files", () => {
  it("are taken by the button, by pasting and by dropping", async () => {
    const area = draw();
    expect(await screen.findByRole("button", { name: "Attach files" })).toBeTruthy();
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    expect(input?.accept.split(",")).toContain("image/png");
    fireEvent.paste(area as HTMLElement, { clipboardData: { files: [file] } });
    expect(actions.attach).toHaveBeenLastCalledWith([file]);
    await vi.waitFor(() => expect(drag("dragover", [file])).toBe(false));
    drag("dragenter", [file]);
    expect(await screen.findByText("Drop files here")).toBeTruthy();
    drag("drop", [file]);
    expect(actions.attach).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(screen.queryByText("Drop files here")).toBeNull());
  });

  it.each([
    ["the model takes none", null, true],
    ["the owner offers it not", attachments, false],
  ])("are refused where %s, and never open in place of the chat", async (_, taken, hasAttachments) => {
    const settings = { ...configuration.settings, hasAttachments };
    const area = draw({ configuration: { ...configuration, attachments: taken, settings } });
    fireEvent.paste(area as HTMLElement, { clipboardData: { files: [file] } });
    await vi.waitFor(() => expect(drag("dragover", [file])).toBe(false));
    expect(screen.queryByRole("button", { name: "Attach files" })).toBeNull();
    expect(drag("drop", [file])).toBe(false);
    expect(actions.attach).not.toHaveBeenCalled();
  });

  it("in the composer tell how far they are; a message waits for them and needs no text", async () => {
    draw({ drafts: [draft] });
    const bar = await screen.findByRole("progressbar", { name: "Uploading a.png" });
    expect(bar.getAttribute("aria-valuenow")).toBe("40");
    const send = screen.getByRole<HTMLButtonElement>("button", { name: "Send message" });
    expect(send.disabled).toBe(true);
    chat.drafts = [{ ...draft, delivery: "ready", attachmentId: "x" }];
    await vi.waitFor(() => expect(send.disabled).toBe(false));
    fireEvent.click(send);
    expect(actions.send).toHaveBeenCalledExactlyOnceWith("");
    fireEvent.click(screen.getByRole("button", { name: "Remove a.png" }));
    expect(actions.removeDraft).toHaveBeenCalledExactlyOnceWith("d");
  });

  it("that could not be sent say why, and can be tried again", async () => {
    draw({ drafts: [{ ...draft, delivery: "failed", error: "It is too large." }] });
    expect((await screen.findByText("It is too large.")).getAttribute("role")).toBe("alert");
    fireEvent.click(screen.getByRole("button", { name: "Try again: a.png" }));
    expect(actions.retryDraft).toHaveBeenCalledExactlyOnceWith("d");
  });

  it("that will never be taken can only be removed", async () => {
    draw({ drafts: [{ ...draft, delivery: "refused", error: "a.png can't be sent here. These can: PDF." }] });
    expect((await screen.findByText(/These can: PDF/)).getAttribute("role")).toBe("alert");
    expect(screen.queryByRole("button", { name: /^Try again/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove a.png" })).toBeTruthy();
  });
});

describe("editing", () => {
  const messages = [
    makeMessage({ position: 0, role: "user", content: "How long?" }),
    makeMessage({ position: 1, content: "Two days." }),
  ];
  const talk = { thread: makeVisitorThread(), messages };

  it("begins with the arrow up in an empty composer, and only there", () => {
    const area = draw({ ...talk, text: "x" }) as HTMLElement;
    fireEvent.keyDown(area, { key: "ArrowUp" });
    expect(actions.beginEdit).not.toHaveBeenCalled();
  });

  it("takes the last question, says so, and saves or leaves it by the keyboard", async () => {
    const area = draw({ ...talk, isClosable: true }) as HTMLTextAreaElement;
    await screen.findByRole("log");
    fireEvent.keyDown(area, { key: "ArrowUp" });
    expect(actions.beginEdit).toHaveBeenCalledExactlyOnceWith("m0");
    Object.assign(chat, { editing: "m0", text: "How long?" });
    expect(await screen.findByText("Editing your question")).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement).toBe(area));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(actions.send).toHaveBeenCalledExactlyOnceWith("How long?");
    fireEvent.keyDown(area, { key: "Escape" });
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(actions.cancelEdit).toHaveBeenCalledTimes(2);
    expect(actions.close).not.toHaveBeenCalled();
  });
});

describe("before the first message", () => {
  const consent = { consentText: "We store what you write.", consentUrl: "https://a.example/privacy" };
  const links = [{ label: "Imprint", url: "https://a.example/imprint" }];
  const withConsent = () => ({
    ...configuration,
    settings: { ...configuration.settings, ...consent, links },
  });

  it("what the visitor agrees to stands above the composer, with the legal links below", () => {
    draw({ configuration: withConsent() });
    expect(screen.getByText(/We store what you write/)).toBeTruthy();
    const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(hrefs).toEqual(["https://a.example/privacy", "https://a.example/imprint"]);
  });

  it("nothing can be written or asked where consent is required, until it is given", async () => {
    actions.agree.mockImplementation(() => void (chat.consent = "granted"));
    const area = draw({ consent: "required", configuration: withConsent() });
    expect(area).toBeNull();
    expect(screen.queryByRole("button", { name: "Where is my order?" })).toBeNull();
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Agree and start" }));
    expect(actions.agree).toHaveBeenCalledOnce();
    expect(await screen.findByRole("textbox", { name: "Message" })).toBeTruthy();
  });

  it.each([
    ["needed", /Please sign in on this site/],
    ["ended", /Your sign-in has ended/],
  ] as const)("a sign-in that is %s is asked for", (signIn, sentence) => {
    expect(draw({ signIn })).toBeNull();
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it("is asked for on the site that people sign in on, where the chat is a page of its own", () => {
    expect(draw({ signIn: "needed", hosted: { title: "Harbour", description: "" } })).toBeNull();
    expect(screen.getByText(/open this chat from the site where you are signed in/)).toBeTruthy();
  });

  it("what could not be done is told", () => {
    draw({ notice: "At most 4 files." });
    expect(screen.getByText("At most 4 files.")).toBeTruthy();
  });
});
