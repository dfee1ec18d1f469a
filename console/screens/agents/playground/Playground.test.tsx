import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import * as v from "valibot";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { reproduction } from "../../../../shared/contract/evaluation/evaluation.ts";
import type { TriedReceipt, TryEvent } from "../../../../shared/contract/playground/playground.ts";
import { languageModels } from "../../../../shared/domain/models.ts";
import type { ApiRequest, Replies } from "../../../../tests/kit/console/fakeApi.ts";
import { failWith } from "../../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../../tests/kit/console/openConsole.tsx";

const agentCall = "/api/console/v1/org/o1/copilotapps/a1";
const tryCall = `POST ${agentCall}/playground`;

beforeEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
});

describe("the playground", () => {
  it("shows the answer with its sources, passages, time and cost", async () => {
    const { api } = await open({ [tryCall]: answer("By **boat** [1].") });
    await ask("How do I get there?");
    await screen.findByText("boat");
    expect(api.last(tryCall)?.body).toEqual({
      data: {
        ...{ question: "How do I get there?", history: [], version: "draft" },
        ...{ pageUrl: null, isVerified: false },
      },
    });
    screen.getByText("5 credits", { selector: "dd" });
    screen.getByText("412 in, 88 out");
    screen.getByText("Waiting for the first word");
    const rows = screen.getAllByRole("row");
    expect(within(rows[1] as HTMLElement).getByText("Cited as 1")).toBeDefined();
    expect(within(rows[2] as HTMLElement).queryByText(/Cited/)).toBeNull();
    expect(rows[1]?.textContent).toContain("8.50");
    screen.getByText("Be kind");
  });

  it("marks in the answer what nothing supports, and says so in words", async () => {
    const sentence = { from: 13, to: 30, text: "It takes 90 days.", why: "number" as const, missing: ["90"] };
    await open({ [tryCall]: answer("By boat [1]. It takes 90 days.", { unsupported: [sentence] }) });
    await ask("How do I get there?");
    await screen.findByText("not in the sources: 90");
    const [inText, inList] = [...document.querySelectorAll("mark")].map((mark) => mark.textContent);
    expect([inText, inList]).toEqual([sentence.text, sentence.text]);
    screen.getByText("No source has this number: 90");
  });

  it("says which model rewrote the question", async () => {
    const rewrite = { model: "gpt-4o-mini", isUsed: true, tokensIn: 90, tokensOut: 8, credits: 1 };
    await open({ [tryCall]: answer("By boat.", { rewrittenQuestion: "How by boat?", rewrite }) });
    await ask("How?");
    await screen.findByText("GPT-4o mini: 90 in, 8 out, 1 credit");
    screen.getByText("How by boat?", { selector: "dd" });
  });

  it("says that a model gave no question in time", async () => {
    const rewrite = { model: "gpt-4o-mini", isUsed: false, tokensIn: null, tokensOut: null, credits: 0 };
    await open({ [tryCall]: answer("By boat.", { rewrite }) });
    await ask("How?");
    await screen.findByText(/^GPT-4o mini gave no question in time/);
  });

  it("asks as a verified visitor of a page, and says so beside the answer", async () => {
    const { api } = await open({ [tryCall]: answer("By boat.") });
    fireEvent.click(await screen.findByRole("button", { name: "Any visitor" }));
    const pageUrl = "https://shop.example/pricing";
    fireEvent.change(screen.getByLabelText("Page they are on"), { target: { value: pageUrl } });
    fireEvent.click(screen.getByRole("switch", { name: "Signed in by your site" }));
    await screen.findByRole("button", { name: "Visitor: verified, on shop.example/pricing" });
    await ask("How?");
    await screen.findByText("By boat.");
    expect(api.last(tryCall)?.body).toMatchObject({ data: { pageUrl, isVerified: true } });
    screen.getByText("verified, on shop.example/pricing", { selector: "dd" });
    fireEvent.click(screen.getByRole("switch", { name: "Signed in by your site" }));
    fireEvent.change(screen.getByLabelText("Page they are on"), { target: { value: " " } });
    await ask("And now?");
    await waitFor(() =>
      expect(api.last(tryCall)?.body).toMatchObject({
        data: { question: "And now?", pageUrl: null, isVerified: false },
      }),
    );
  });

  it("searches only one data source, and says so beside the answer", async () => {
    const list = (items: object[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });
    const { api } = await open({
      [tryCall]: answer("By boat."),
      [`GET ${agentCall}/datasources`]: list([{ id: "s1", name: "Help pages", config: {} }]),
      [`GET ${agentCall}/datasources/shared`]: list([
        { id: "s2", name: "Terms", isUsed: true },
        { id: "s3", name: "Rules", isUsed: false },
      ]),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Any visitor" }));
    await screen.findByRole("option", { name: "Terms" });
    expect(screen.queryByRole("option", { name: "Rules" })).toBeNull();
    fireEvent.change(screen.getByRole("combobox", { name: "Look into" }), { target: { value: "s2" } });
    await screen.findByRole("button", { name: "Any visitor · Terms only" });
    await ask("How?");
    await screen.findByText("By boat.");
    expect(api.last(tryCall)?.body).toMatchObject({ data: { sourceIds: ["s2"] } });
    screen.getByText("Terms", { selector: "dd" });
  });

  it("opens the passage of a source", async () => {
    await open({ [tryCall]: answer("By boat [1].") });
    await ask("How?");
    const sources = await screen.findByRole("list", { name: "Sources" });
    const passage = document.querySelector<HTMLDetailsElement>('details[data-passage="p1"]');
    expect(passage?.open).toBe(false);
    fireEvent.click(within(sources).getByRole("button"));
    await waitFor(() => expect(passage?.open).toBe(true));
    expect(document.activeElement).toBe(passage?.querySelector("summary"));
  });

  it("keeps as a test case that a page which was found is wrong, or right", async () => {
    const casesCall = `POST ${agentCall}/evaluation/cases`;
    const { api } = await open({
      [tryCall]: answer("By boat [1]."),
      [casesCall]: () => Response.json({ data: {} }),
    });
    await ask("How?");
    const save = async () => {
      fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Save" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      return api.last(casesCall)?.body;
    };
    const mark = async (name: string) => {
      const [first] = await screen.findAllByRole("button", { name, hidden: true });
      fireEvent.click(first ?? expect.fail("No passage is there."));
      return save();
    };
    const page = "https://shop.example/here";
    expect(await mark("Right page")).toMatchObject({ data: { source: page, wrongSource: null } });
    expect(await mark("Wrong page")).toMatchObject({ data: { source: null, wrongSource: page } });
  });

  it("makes a test case of what was asked, with what was said before and the source", async () => {
    const casesCall = `POST ${agentCall}/evaluation/cases`;
    const { api } = await open({
      [tryCall]: answer("By boat [1]."),
      [casesCall]: storeCase,
      [`PUT ${agentCall}/evaluation/cases/case-1`]: storeCase,
      [`DELETE ${agentCall}/evaluation/cases/case-1`]: () => Response.json(null),
    });
    await ask("How?");
    await screen.findByRole("button", { name: "Make a test case" });
    await ask("And back?");
    const second = await waitFor(() => {
      const [, found] = screen.getAllByRole("button", { name: "Make a test case" });
      return found ?? expect.fail("The second answer is not there yet.");
    });
    act(() => second.focus());
    fireEvent.click(second);
    const bar = await screen.findByRole("region", { name: "Undo" });
    within(bar).getByText("Test case created");
    expect(api.last(casesCall)?.body).toMatchObject({
      data: {
        ...{ question: "And back?", kind: "answer", expected: [], source: "https://shop.example/here" },
        history: [
          { role: "user", content: "How?" },
          { role: "assistant", content: "By boat [1]." },
        ],
      },
    });
    // It can be changed immediately,
    const edit = within(bar).getByRole("button", { name: "Edit" });
    act(() => edit.focus());
    fireEvent.click(edit);
    const dialog = await screen.findByRole("dialog", { name: "Edit the test case" });
    expect(screen.queryByRole("region", { name: "Undo" })).toBeNull();
    fireEvent.change(within(dialog).getByLabelText(/^The answer must say/), { target: { value: "boat" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.last(`PUT ${agentCall}/evaluation/cases/case-1`)?.body).toMatchObject({
      data: { question: "And back?", expected: ["boat"] },
    });
    // and the button that made it opens it, as it was changed.
    fireEvent.click(screen.getByRole("button", { name: "Open test case" }));
    const again = within(await screen.findByRole("dialog", { name: "Edit the test case" }));
    expect(again.getByLabelText<HTMLTextAreaElement>(/^The answer must say/).value).toBe("boat");
    expect(api.requests.filter(({ what }) => what === casesCall)).toHaveLength(1);
  });

  it("takes a test case back that was just made, and gives the focus back", async () => {
    const removeCall = `DELETE ${agentCall}/evaluation/cases/case-1`;
    const { api } = await open({
      [tryCall]: answer("By boat."),
      [`POST ${agentCall}/evaluation/cases`]: storeCase,
      [removeCall]: () => Response.json(null),
    });
    await ask("How?");
    const make = await screen.findByRole("button", { name: "Make a test case" });
    act(() => make.focus());
    fireEvent.click(make);
    const undo = await screen.findByRole("button", { name: "Undo" });
    act(() => undo.focus());
    fireEvent.click(undo);
    await screen.findByRole("button", { name: "Make a test case" });
    expect(api.last(removeCall)?.query.get("confirmed")).toBe("true");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Undo" })).toBeNull());
    expect(document.activeElement?.textContent).toBe("Make a test case");
  });

  it("takes nothing back that was changed by hand, and closes what is open of a case that is", async () => {
    const removeCall = `DELETE ${agentCall}/evaluation/cases/case-1`;
    await open({
      [tryCall]: answer("By boat."),
      [`POST ${agentCall}/evaluation/cases`]: storeCase,
      [`PUT ${agentCall}/evaluation/cases/case-1`]: storeCase,
      [removeCall]: () => Response.json(null),
    });
    await ask("How?");
    fireEvent.click(await screen.findByRole("button", { name: "Make a test case" }));
    await screen.findByRole("region", { name: "Undo" });
    fireEvent.click(screen.getByRole("button", { name: "Open test case" }));
    await screen.findByRole("dialog", { name: "Edit the test case" });
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // Rebuilt and changed: the bar goes with the change.
    fireEvent.click(await screen.findByRole("button", { name: "Make a test case" }));
    await screen.findByRole("region", { name: "Undo" });
    fireEvent.click(screen.getByRole("button", { name: "Open test case" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit the test case" });
    fireEvent.change(within(dialog).getByLabelText(/^The answer must say/), { target: { value: "boat" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.queryByRole("region", { name: "Undo" })).toBeNull());
    screen.getByRole("button", { name: "Open test case" });
  });

  it("saves everything an answer was built from as a reproduction file, with personal data masked", async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved.push(blob as Blob); // saveFile hands in nothing else
      return "blob:saved";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await open({ [tryCall]: answer("By boat.") });
    await ask("How, says ana@example.com?");
    const buttons = await screen.findAllByRole("button", { name: "Download reproduction" });
    fireEvent.click(buttons[0] ?? expect.fail("Nothing can be saved."));
    await waitFor(() => expect(saved).toHaveLength(1));
    const text = (await saved[0]?.text()) ?? "";
    const file = v.parse(reproduction, JSON.parse(text));
    expect(file).toMatchObject({
      ...{ question: "How, says ⟦email 1⟧?", history: [], agentVersion: 1, masked: 1 },
      answer: { text: "By boat.", status: "sent", error: null, citations: [{ number: 1, quote: "By boat" }] },
      receipt: { model: "gpt-4o", passages: [{ text: "By boat, from the pier." }, {}] },
    });
    expect(text).not.toContain("ana@example.com");
  });

  it("saves no file of an answer that the draft gave before it was changed", async () => {
    const saved = vi.spyOn(URL, "createObjectURL");
    const changed = makeAgent({ revision: makeAgent().revision + 1 });
    const { api } = await open({ [tryCall]: answer("By boat.") });
    await ask("How?");
    const [button] = await screen.findAllByRole("button", { name: "Download reproduction" });
    api.answer({ [`GET ${agentCall}`]: { data: changed } });
    fireEvent.click(button ?? expect.fail("Nothing can be saved."));
    await screen.findByText("The draft changed since this answer: ask again, then save the file.");
    expect(saved).not.toHaveBeenCalled();
  });

  it("sends what was said before with the next question, and nothing after New", async () => {
    const { api } = await open({ [tryCall]: answer("By boat.") });
    await ask("How?");
    await screen.findByText("By boat.");
    await ask("And back?");
    await waitFor(() => expect(screen.getAllByText("By boat.")).toHaveLength(2));
    expect(api.last(tryCall)?.body).toMatchObject({
      data: {
        history: [
          { role: "user", content: "How?" },
          { role: "assistant", content: "By boat." },
        ],
      },
    });
    fireEvent.click(screen.getByRole("button", { name: "New" }));
    await waitFor(() => expect(screen.queryByText("By boat.")).toBeNull());
    await ask("Anew?");
    await screen.findByText("By boat.");
    expect(api.last(tryCall)?.body).toMatchObject({ data: { history: [] } });
  });

  it("brings the last question back by the arrow up, and comes by the slash", async () => {
    await open({ [tryCall]: answer("By boat.") });
    await ask("How?");
    await screen.findByText("By boat.");
    const field = question();
    field.blur();
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: "ArrowUp" });
    expect(field).toHaveProperty("value", "How?");
  });

  it("stops: the text so far stays, and the request is given up", async () => {
    const held = holdStream();
    const { api } = await open({ [tryCall]: held.reply });
    await ask("How?");
    held.say({ type: "delta", text: "By a very" });
    await screen.findByText("By a very");
    fireEvent.click(screen.getByRole("button", { name: "Stop answering" }));
    await screen.findByText("Stopped here");
    expect(api.last(tryCall)?.signal?.aborted).toBe(true);
    held.say({ type: "delta", text: " slow boat" });
    screen.getByText("By a very");
  });

  it("says that another model answered, and why", async () => {
    const fallback = { model: "gpt-4o", reason: "The model's key was refused." };
    await open({ [tryCall]: answer("By boat.", { fallback, model: "pilothouse-builtin" }) });
    await ask("How?");
    expect((await screen.findByText(/GPT-4o did not answer;/)).parentElement?.textContent).toContain(
      "The model's key was refused.",
    );
  });

  it("says why the fallback did not answer, too", async () => {
    const next = { model: "claude-4-opus", reason: "The model is busy at the moment." };
    const fallback = { model: "gpt-4o", reason: "The model's key was refused.", next };
    await open({ [tryCall]: answer("By boat.", { fallback, model: "pilothouse-builtin" }) });
    await ask("How?");
    expect((await screen.findByText(/GPT-4o did not answer;/)).parentElement?.textContent).toContain(
      "The model's key was refused. Claude 4 Opus failed too: The model is busy at the moment.",
    );
  });

  it("says why there is no answer, and asks again", async () => {
    const { api } = await open({ [tryCall]: failWith("too_many") });
    await ask("How?");
    await screen.findByText(/Too many attempts/);
    api.answer({ [tryCall]: answer("By boat.") });
    fireEvent.click(screen.getByRole("button", { name: "Ask again" }));
    await screen.findByText("By boat.");
    expect(screen.queryByText(/Too many attempts/)).toBeNull();
  });

  it("compares models, each answering by itself, and says which is fastest and which failed", async () => {
    const byModel: Record<string, () => Response> = {
      own: answer("Mine."),
      "gpt-4.1": answer("Quick.", { credits: 1, ms: { retrieve: 2, firstToken: 90, total: 100 } }),
      "gpt-5": stream([
        { ...end(), type: "failed", citations: [], error: { code: "model_absent", message: "No funds." } },
      ]),
    };
    await open({ [tryCall]: (request: ApiRequest) => byModel[modelOf(request) ?? "own"]?.() });
    fireEvent.click(await screen.findByRole("button", { name: "Compare" }));
    fireEvent.change(screen.getByRole("combobox", { name: "Model 2" }), { target: { value: "gpt-4.1" } });
    const another = screen.getByRole("button", { name: "Add a model" });
    act(() => another.focus());
    fireEvent.click(another);
    fireEvent.change(screen.getByRole("combobox", { name: "Model 3" }), { target: { value: "gpt-5" } });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Add a model" })).toBeNull());
    // Three is the most: who added it by keys is not sent to the top of the page.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Draft" })));
    await ask("How?");
    const quick = await screen.findByRole("article", { name: "GPT-4.1" });
    await within(quick).findByText("fastest");
    await within(quick).findByText("least");
    await within(screen.getByRole("article", { name: "GPT-5" })).findByText("No funds.", { exact: false });
    expect(screen.getAllByText("fastest")).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Remove model 3" }));
    await waitFor(() => expect(screen.queryByRole("article", { name: "GPT-5" })).toBeNull());
  });

  it("asks a model that comes later the same question", async () => {
    const { api } = await open({ [tryCall]: answer("By boat.") });
    await ask("How?");
    await screen.findByText("By boat.");
    fireEvent.click(screen.getByRole("button", { name: "Compare" }));
    fireEvent.click(screen.getByRole("button", { name: "Ask it too" }));
    await waitFor(() => expect(screen.getAllByText("By boat.")).toHaveLength(2));
    expect(api.last(tryCall)?.body).toMatchObject({ data: { question: "How?", history: [] } });
  });

  it("gives the draft the model, with the revision; where somebody saved meanwhile it asks", async () => {
    const { api } = await open({ [tryCall]: answer("By boat."), [`PUT ${agentCall}`]: failWith("conflict") });
    await screen.findByRole("option", { name: /^GPT-5 / });
    fireEvent.change(screen.getByRole("combobox", { name: "Model" }), { target: { value: "gpt-5" } });
    await ask("How?");
    fireEvent.click(await screen.findByRole("button", { name: "Use this model" }));
    await screen.findByText(/Someone else changed it in the meantime/);
    expect(api.last(`PUT ${agentCall}`)?.body).toMatchObject({
      data: { revision: 1, configuration: { model: "gpt-5" } },
    });
    const theirs = makeAgent({ revision: 7 });
    theirs.configuration.instructions = "Theirs.";
    const mine = makeAgent({ revision: 8 });
    mine.configuration.model = "gpt-5";
    api.answer({ [`GET ${agentCall}`]: { data: theirs }, [`PUT ${agentCall}`]: { data: mine } });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Use this model" })).toBeNull());
    expect(api.last(`PUT ${agentCall}`)?.body).toMatchObject({
      data: { revision: 7, configuration: { model: "gpt-5", instructions: "Theirs." } },
    });
  });

  it("asks the public version where that is chosen", async () => {
    const { api } = await open({ [tryCall]: answer("By boat.") });
    fireEvent.click(await screen.findByRole("button", { name: "Version 1" }));
    await ask("How?");
    await screen.findByText("By boat.");
    expect(api.last(tryCall)?.body).toMatchObject({ data: { version: "published" } });
  });

  it("says what is missing where only the built-in model is there", async () => {
    await openConsole("/accounts/o1/cp/a1/overview");
    await screen.findByText(/Only the built-in model can be used here/);
    screen.getByRole("link", { name: "Add a model key" });
    expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
  });

  it("shows the real chat where it is wanted", async () => {
    await open({});
    fireEvent.click(await screen.findByRole("link", { name: "As visitors see it" }));
    expect(location.search).toBe("?view=visitor");
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Model" })).toBeNull());
  });
});

/** Opens the overview of an agent, on an installation with a way to three further models. */
function open(replies: Replies) {
  const agent = makeAgent();
  const usable = ["pilothouse-builtin", "gpt-4o", "gpt-4.1", "gpt-5"];
  return openConsole("/accounts/o1/cp/a1/overview", {
    ...signedIn(["owner"], [agent]),
    "GET /api/console/v1/org/o1/models": {
      items: languageModels.map((model) => ({ ...model, isAvailable: usable.includes(model.value) })),
    },
    ...replies,
  });
}

function question(): HTMLElement {
  return screen.getByRole("textbox", { name: "Question to Harbour Help" });
}

async function ask(text: string): Promise<void> {
  const field = await screen.findByRole("textbox", { name: "Question to Harbour Help" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop answering" })).toBeNull());
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
}

/** What the server says of a case that was added or changed. */
function storeCase({ body }: ApiRequest): Response {
  const { data } = body as { data: object }; // what the screen sends
  const about = { id: "case-1", createdBy: "Ada", createdAt: 1, updatedAt: 1, recent: [] };
  return Response.json({ data: { ...data, ...about } });
}

function modelOf({ body }: ApiRequest): string | undefined {
  return (body as { data: { model?: string } }).data.model; // what the screen sends
}

function answer(text: string, given: Partial<TriedReceipt> = {}): () => Response {
  const { receipt, ...rest } = end();
  return stream([
    { type: "delta", text },
    { type: "done", ...rest, receipt: { ...receipt, ...given } },
  ]);
}

function end() {
  const passage = {
    title: "Getting here",
    url: "https://shop.example/here",
    text: "By boat, from the pier.",
  };
  return {
    citations: [
      {
        ...{ number: 1, sourceId: "s1", pageId: "g1", passageId: "p1", title: "Getting here" },
        ...{ headings: ["By boat"], url: "https://shop.example/here", quote: "By boat", position: null },
      },
    ],
    followUps: [],
    receipt: {
      ...{ question: "How?", rewrittenQuestion: null as string | null, model: "gpt-4o", provider: "openai" },
      ...{ fallback: null as TriedReceipt["fallback"], tokensIn: 412, tokensOut: 88 },
      ...{ credits: 5, attempts: 1, rules: ["Be kind"], agentVersion: 1 },
      passages: [
        { ...passage, passageId: "p1", pageId: "g1", score: 8.5, cited: true },
        { ...passage, passageId: "p2", pageId: "g1", score: 3, cited: false },
      ],
      ms: { retrieve: 10, firstToken: 300, total: 900 } as {
        retrieve: number;
        firstToken: number;
        total: number;
      },
    },
  };
}

function stream(events: TryEvent[]): () => Response {
  return () => new Response(events.map(write).join(""), { headers: { "content-type": "text/event-stream" } });
}

/** A stream that continues when the test says so. */
function holdStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  return {
    reply: () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
    say: (event: TryEvent) => controller?.enqueue(new TextEncoder().encode(write(event))),
  };
}

function write({ type, ...rest }: TryEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(rest)}\n\n`;
}
