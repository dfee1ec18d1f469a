import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Generated } from "../shared/contract/generate.ts";
import { defaultWidgetSettings } from "../shared/contract/widgetDefaults.ts";
import { failWith } from "../tests/kit/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/openConsole.tsx";

const apps = "/api/console/v1/org/o1/copilotapps";
const generate = `POST ${apps}/generate`;
const page = "/accounts/o1/create-ai-agent";

const drafted: Generated = {
  model: "pilothouse-builtin",
  credits: 0,
  website: { url: "https://kayaks.example/", title: "Kayaks", pages: 3 },
  agent: {
    ...{ name: "Harbour Kayaks", description: "Answers about kayaks.", instructions: "", icon: null },
    ...{ personality: "friendly", language: "auto" },
  },
  theme: { primary: "#0b6e63" },
  welcome_content: {
    ...{
      title: "Harbour Kayaks",
      welcome: "Ahoy!",
      suggestions: ["How deep is it?"],
      minimisedSuggestions: ["Is it deep?"],
    },
  },
  notes: ["The name is what the website calls itself."],
};
const created = makeAgent({ id: "a2", name: "Harbour Kayaks" });
const widget = {
  ...{ type: "widget", token: "w1", enabled: true, allowedDomains: [], allowsNullOrigin: false },
  settings: defaultWidgetSettings("Harbour Help"),
  ...{ revision: 1, savedBy: null, lastSeen: null },
};
const source = { id: "s1", agentId: "a2", name: "kayaks.example", config: { kind: "website" } };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const field = (name: string | RegExp) => screen.findByRole("textbox", { name });
const type = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("create mode", () => {
  it("makes an agent of a website's draft, with its look and its first source, by keyboard alone", async () => {
    const { api } = await openConsole(`${page}?way=website`, {
      [generate]: { data: drafted },
      [`POST ${apps}`]: { data: created },
      [`GET ${apps}/a2`]: { data: created },
      [`POST ${apps}/a2/datasources`]: { data: source },
    });
    await type("Website address", "kayaks.example");
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    expect(await field("Name")).toHaveProperty("value", "Harbour Kayaks");
    expect(api.last(generate)?.body).toEqual({
      data: {
        ...{ useCases: ["theme", "agent", "welcome_content"], url: "kayaks.example", description: "" },
        model: "pilothouse-builtin",
      },
    });
    screen.getByText("Drafted from kayaks.example");
    expect(await field("Suggestions 1")).toHaveProperty("value", "How deep is it?");
    expect(await field("Beside the closed launcher 1")).toHaveProperty("value", "Is it deep?");
    fireEvent.keyDown(window, { key: "Enter", metaKey: true });
    await screen.findByRole("heading", { name: "How does it answer?" });
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await screen.findByRole("heading", { name: "What does it know?" });
    fireEvent.keyDown(window, { key: "ArrowLeft", altKey: true });
    await screen.findByRole("heading", { name: "How does it answer?" });
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    expect(await field("Website address")).toHaveProperty("value", "https://kayaks.example/");
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(api.last(`POST ${apps}`)?.body).toMatchObject({
      data: {
        ...{ name: "Harbour Kayaks", description: "Answers about kayaks.", icon: "compass" },
        look: {
          ...{ welcome: "Ahoy!", primary: "#0b6e63" },
          ...{ suggestions: ["How deep is it?"], minimisedSuggestions: ["Is it deep?"] },
        },
      },
    });
    expect(api.last(`POST ${apps}/a2/datasources`)?.body).toMatchObject({
      data: { config: { kind: "website", urls: ["https://kayaks.example/"], scope: "site" } },
    });
  });

  it("shows the instructions that a model drafted, which can be changed before the agent is made", async () => {
    const written = { ...drafted, model: "gpt-4o" };
    const instructions = "Never promise a refund.";
    const { api } = await openConsole(`${page}?way=describe`, {
      [generate]: {
        data: { ...written, website: null, agent: { ...drafted.agent, instructions } },
      },
      [`POST ${apps}`]: { data: created },
      [`GET ${apps}/a2`]: { data: created },
    });
    await type("What should it help with?", "Kayaks");
    press("Draft my agent");
    expect(await field("Instructions")).toHaveProperty("value", instructions);
    screen.getByText(/^Instructions were written too \(23 characters\)\. Read them/);
    screen.getByText("23 / 8000");
    await type("Instructions", "Be brief.");
    screen.getByText("9 / 8000");
    for (const heading of ["How does it answer?", "What does it know?"]) {
      press("Next");
      await screen.findByRole("heading", { name: heading });
    }
    press("Create agent");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(api.last(`POST ${apps}`)?.body).toMatchObject({ data: { instructions: "Be brief." } });
  });

  it("shows at the instructions why they are refused", async () => {
    const fields = [{ path: "body.data.instructions", message: "Too long by far." }];
    await openConsole(`${page}?step=identity`, { [`POST ${apps}`]: failWith("invalid_input", { fields }) });
    await type("Name", "Harbour Kayaks");
    press("Create agent");
    await screen.findByText("Too long by far.");
    await waitFor(async () => expect(document.activeElement).toBe(await field("Instructions")));
  });

  it("says what a draft has cost", async () => {
    await openConsole(`${page}?way=website`, { [generate]: { data: { ...drafted, credits: 5 } } });
    await type("Website address", "kayaks.example");
    press("Read the website");
    await screen.findByText("It cost 5 credits.");
  });

  it("keeps what was typed where drafting fails, says why, and goes on by hand", async () => {
    const message = "The site's robots.txt does not allow this page.";
    await openConsole(`${page}?way=website`, { [generate]: failWith("source_refused", { message }) });
    await type("Website address", "kayaks.example");
    press("Read the website");
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    expect(await field("Website address")).toHaveProperty("value", "kayaks.example");
    press("Go on by hand");
    expect(await field("Name")).toHaveProperty("value", "");
  });

  it("shows at its field what is no address", async () => {
    const fields = [{ path: "body.data.url", message: "This is not a web address." }];
    await openConsole(`${page}?way=website`, { [generate]: failWith("invalid_input", { fields }) });
    await type("Website address", "two words");
    press("Read the website");
    await screen.findByText("This is not a web address.");
    expect((await field("Website address")).getAttribute("aria-invalid")).toBe("true");
    const wrong = await field("Website address");
    await waitFor(() => expect(document.activeElement).toBe(wrong));
  });

  it("gives up a draft that is stopped, and takes no late answer for it", async () => {
    let answer = (_: unknown) => {};
    const late = new Promise((resolve) => (answer = resolve));
    await openConsole(`${page}?way=describe`, { [generate]: () => late });
    await type("What should it help with?", "Kayaks");
    press("Draft my agent");
    await screen.findByText("Drafting …");
    press("Stop");
    answer({ data: drafted });
    await screen.findByRole("button", { name: "Skip this" });
    expect(screen.queryByText(/^Drafted from/)).toBeNull();
    expect(await field("What should it help with?")).toHaveProperty("value", "Kayaks");
  });

  it("leads to the step that lacks something", async () => {
    const { api } = await openConsole(`${page}?step=knowledge`);
    fireEvent.click(await screen.findByRole("button", { name: "Create agent" }));
    await screen.findByRole("heading", { name: "Who is it?" });
    await screen.findByText("Field is required");
    expect(api.last(`POST ${apps}`)).toBeUndefined();
  });

  it("opens the step of a field that is refused, says why there and gives it the focus", async () => {
    const fields = [{ path: "body.data.model", message: "No key leads to this model." }];
    await openConsole(`${page}?step=identity`, { [`POST ${apps}`]: failWith("invalid_input", { fields }) });
    await type("Name", "Harbour Kayaks");
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await screen.findByRole("heading", { name: "How does it answer?" });
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await screen.findByRole("heading", { name: "What does it know?" });
    press("Create agent");
    await screen.findByText("No key leads to this model.");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Model" })));
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    fireEvent.click(await screen.findByRole("radio", { name: /^A website/ }));
    press("Create agent");
    const wrong = await field("Website address");
    await waitFor(() => expect(document.activeElement).toBe(wrong));
  });

  it("keeps what was typed over a reload and leads back to it, until it is discarded, which can be taken back", async () => {
    await openConsole(`${page}?step=identity`);
    await type("Name", "Harbour Kayaks");
    press("Next");
    fireEvent.click(await screen.findByRole("radio", { name: /^Formal/ }));
    await openConsole(page);
    const kept = await screen.findByRole("region", { name: "Kept from before" });
    fireEvent.click(within(kept).getByRole("button", { name: "Go on" }));
    await screen.findByRole("heading", { name: "How does it answer?" });
    expect(screen.getByRole("radio", { name: /^Formal/ })).toHaveProperty("checked", true);
    press("Start over");
    await screen.findByRole("heading", { name: "How would you like to begin?" });
    expect(screen.queryByRole("region", { name: "Kept from before" })).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByRole("region", { name: "Kept from before" });
    press("Start over");
    await openConsole(`${page}?step=identity`);
    expect(await field("Name")).toHaveProperty("value", "");
    expect(screen.queryByRole("region", { name: "Kept from before" })).toBeNull();
  });

  it("finds again what was discarded where that is taken back once the page is left", async () => {
    await openConsole(`${page}?step=identity`);
    await type("Name", "Harbour Kayaks");
    press("Next");
    await openConsole(page);
    await screen.findByRole("region", { name: "Kept from before" });
    press("Start over");
    fireEvent.click(screen.getByRole("link", { name: "Pilothouse, to the dashboard" }));
    await waitFor(() => expect(screen.queryByText("How would you like to begin?")).toBeNull());
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await openConsole(page);
    await screen.findByRole("region", { name: "Kept from before" });
  });

  it("keeps it for this organisation alone, and no longer than until the agent is made", async () => {
    await openConsole(`${page}?step=identity`, {
      [`POST ${apps}`]: { data: created },
      [`GET ${apps}/a2`]: { data: created },
    });
    await type("Name", "Harbour Kayaks");
    const names = () => Object.keys(sessionStorage).filter((name) => name.startsWith("newAgent:"));
    await waitFor(() => expect(names()).toEqual(["newAgent:u1:o1"]));
    press("Create agent");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(names()).toEqual([]);
  });

  it("begins what a kept one lacks, which an older console wrote, as a new one does", async () => {
    const replies = {
      [generate]: failWith("internal"),
      [`POST ${apps}`]: { data: created },
      [`GET ${apps}/a2`]: { data: created },
    };
    // Its models are for what is begun anew.
    const presets = { chat: "gpt-5", code: "gpt-5", embedding: null, speech: null };
    const kept = {
      agent: { configuration: { name: "Harbour Kayaks" }, look: { welcome: "Ahoy!" }, source: {} },
      ...{ wish: { description: "", url: "kayaks.example" }, drafted: null, reached: 1 },
    };
    sessionStorage.setItem("newAgent:u1:o1", JSON.stringify(kept));
    const { api } = await openConsole(`${page}?way=website`, replies);
    await field("Website address");
    fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await waitFor(() =>
      expect(api.last(generate)?.body).toMatchObject({ data: { model: "pilothouse-builtin" } }),
    );
    const defaults = "GET /api/account/v1/org/o1/keys/defaults";
    const again = await openConsole(`${page}?step=identity`, { ...replies, [defaults]: { data: presets } });
    await field("Name");
    await waitFor(() => expect(again.api.last(defaults)).toBeDefined());
    press("Create agent");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(again.api.last(`POST ${apps}`)?.body).toMatchObject({
      data: {
        ...{ name: "Harbour Kayaks", personality: { preset: "friendly", text: "" } },
        ...{ model: "pilothouse-builtin", look: { welcome: "Ahoy!" } },
      },
    });
  });

  it("says that the built-in model drafts where no key leads to another one", async () => {
    await openConsole(`${page}?way=describe`);
    await screen.findByText(/Drafted by the built-in model, because there is no model key yet/);
  });

  it("opens the agent's sources where the first one is refused: the agent is there", async () => {
    await openConsole(`${page}?step=identity`, {
      [`POST ${apps}`]: { data: created },
      [`GET ${apps}/a2`]: { data: created },
      [`POST ${apps}/a2/datasources`]: failWith("source_refused"),
    });
    await type("Name", "Harbour Kayaks");
    press("Next");
    await screen.findByRole("heading", { name: "How does it answer?" });
    press("Next");
    fireEvent.click(await screen.findByRole("radio", { name: /^The sample/ }));
    press("Create agent");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/datasources"));
    expect(location.search).toBe("?add=sample");
    await screen.findAllByText(/is live, but its source was refused/);
  });
});

describe("the templates", () => {
  const template = {
    ...{ id: "t1", exportId: "e1", title: "Bookshop", description: "For readers.", category: "sales" },
    ...{ icon: "book-open", author: "Pilothouse", usedCount: 3, isShipped: true, suggestions: [] },
    needs: { models: [], providers: ["openai"], secrets: [] },
  };
  const detail = {
    ...template,
    ...{ agentName: "Reader", personality: "friendly", model: null, welcome: "Hello", guidance: [] },
    ...{ blockedTopics: [], sources: [], placeholders: ["[Your bookshop]"] },
  };
  const list = { items: [template], page: { page: 1, limit: 24, total: 1 } };

  it("are searched by word and category, tell needs and uses, and become an agent", async () => {
    const { api } = await openConsole(`${page}?way=template`, {
      "GET /api/public/v1/templates": list,
      "GET /api/public/v1/templates/t1": { data: detail },
      "POST /api/public/v1/templates/e1/import": { data: created },
      [`GET ${apps}/a2`]: { data: created },
    });
    const card = await screen.findByRole("link", { name: /Bookshop/ });
    expect(card.textContent).toContain("Used 3 times");
    expect(card.textContent).toContain("Needs a key of openai");
    fireEvent.change(screen.getByRole("combobox", { name: "Category" }), { target: { value: "sales" } });
    await waitFor(() =>
      expect(api.last("GET /api/public/v1/templates")?.query.get("category")).toBe("sales"),
    );
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "book" } });
    await waitFor(() => expect(api.last("GET /api/public/v1/templates")?.query.get("search")).toBe("book"));
    const opener = await screen.findByRole("link", { name: /Bookshop/ });
    act(() => opener.focus());
    fireEvent.click(opener);
    await screen.findByText("[Your bookshop]");
    const heading = screen.getByRole("heading", { level: 3, name: "Bookshop" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const back = screen.getByRole("link", { name: "All templates" });
    act(() => back.focus());
    fireEvent.click(back);
    const again = await screen.findByRole("link", { name: /Bookshop/ });
    await waitFor(() => expect(document.activeElement).toBe(again));
    fireEvent.click(again);
    await screen.findByText("[Your bookshop]");
    await type("Name", "My reader");
    press("Create agent");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(api.last("POST /api/public/v1/templates/e1/import")?.body).toMatchObject({
      data: { name: "My reader", readsTexts: true },
    });
  });

  it("say so where none fits", async () => {
    const none = { items: [], page: { page: 1, limit: 24, total: 0 } };
    await openConsole(`${page}?way=template&search=zzz`, { "GET /api/public/v1/templates": none });
    await screen.findByText("No template fits");
  });
});

describe("the other modes", () => {
  const summary = {
    ...{ exportId: "e1", title: "Other", description: "", category: "other", icon: "bot", author: "" },
    ...{ surfaces: null, knowledge: null, conflicts: [], missing: [], placeholders: [], testCases: 0 },
    configuration: { ...makeAgent().configuration, description: "Quite another purpose." },
  };

  it("edit shows in the form's own fields what will differ, and saves configuration and look as the draft", async () => {
    const { api } = await openConsole(`${page}?mode=edit&agent=a1`, {
      [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
      [`PUT ${apps}/a1`]: () => {
        const agent = makeAgent({ revision: 2 });
        agent.configuration.name = "Kayak desk";
        return { data: agent };
      },
      [`PUT ${apps}/a1/surfaces/widget`]: {
        data: {
          ...widget,
          revision: 2,
          settings: { ...widget.settings, title: "Kayak desk", welcome: "Ahoy!" },
        },
      },
    });
    expect(await field("Name")).toHaveProperty("value", "Harbour Help");
    await screen.findByText("Nothing yet: the form says what is saved.");
    await type("Name", "Kayak desk");
    await type("Greeting", "Ahoy!");
    const bar = await screen.findByRole("region", { name: "Unsaved changes" });
    within(bar).getByText("3 unsaved changes");
    const changes = screen.getByRole("region", { name: "What changes?" });
    expect(changes.textContent).toContain("Harbour Help");
    expect(changes.textContent).toContain("Kayak desk");
    within(changes).getByText("Ahoy!");
    press("Save");
    await screen.findByText("Nothing yet: the form says what is saved.");
    expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
      data: { revision: 1, configuration: { name: "Kayak desk" } },
    });
    expect(api.last(`PUT ${apps}/a1/surfaces/widget`)?.body).toMatchObject({
      data: { revision: 1, settings: { welcome: "Ahoy!", title: "Kayak desk" } },
    });
  });

  it("edit keeps typed what could not be saved, and says why", async () => {
    await openConsole(`${page}?mode=edit&agent=a1`, {
      [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
      [`PUT ${apps}/a1/surfaces/widget`]: failWith("too_large", { message: "The disk is full." }),
    });
    await type("Greeting", "Ahoy!");
    press("Save");
    expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
    expect(await field("Greeting")).toHaveProperty("value", "Ahoy!");
    press("Discard");
    expect(await field("Greeting")).toHaveProperty("value", "");
  });

  it("edit asks which agent where the address names none", async () => {
    await openConsole(`${page}?mode=edit`, {
      [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
    });
    fireEvent.click(await screen.findByRole("link", { name: "Harbour Help" }));
    await screen.findByRole("heading", { level: 1, name: "Edit Harbour Help" });
  });

  it("create-using-import says before sending what can't be an agent's file", async () => {
    const { api } = await openConsole(`${page}?mode=create-using-import`);
    const input = await screen.findByLabelText("Choose an agent’s file");
    const choose = (text: string) =>
      fireEvent.change(input, {
        target: { files: [new File([text], "a.json", { type: "application/json" })] },
      });
    choose("[".repeat(100_000));
    expect((await screen.findByRole("alert")).textContent).toContain("nested too deeply");
    choose('{"format":"other"}');
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("not the file of an agent"));
    expect(api.requests.some(({ what }) => what.includes("import/templates"))).toBe(false);
  });

  it("clone sends what is chosen, and the plan's limit opens the upgrade dialog", async () => {
    const { api } = await openConsole(`${page}?mode=clone&agent=a1`, {
      ...signedIn(),
      [`POST ${apps}/a1/clone`]: failWith("plan_limit"),
    });
    expect(await field("Name")).toHaveProperty("value", "Harbour Help 2");
    const cases = screen.getByRole("checkbox", { name: /^Test cases/ });
    expect(cases).toHaveProperty("checked", false);
    fireEvent.click(cases);
    fireEvent.click(screen.getByRole("checkbox", { name: /^Look/ }));
    press("Create agent");
    const dialog = await screen.findByRole("dialog", { name: /Your plan has limited access/ });
    within(dialog).getByRole("link", { name: "Upgrade now" });
    expect(api.last(`POST ${apps}/a1/clone`)?.body).toEqual({
      data: {
        ...{ name: "Harbour Help 2", settings: true, look: false, sources: true, readsTexts: true },
        testCases: true,
      },
    });
  });

  it("create-using-import lets the texts be read that the model will be told, as text, and counts test cases", async () => {
    const instructions = "<img src=x alt=planted> Be brief.";
    const when = { words: [], pages: [], audience: "everyone" as const };
    const rule = { title: "Storm", category: "handover", text: "<b>Call</b> us.", isEnabled: true, when };
    const configuration = { ...makeAgent().configuration, instructions, guidance: [rule] };
    const questions = [{ id: "one", question: "Is there parking?", answer: "Yes." }];
    const knowledge = { sources: [{ name: "", config: { kind: "qa", questions } }], left: [] };
    const read = { ...summary, configuration, knowledge, testCases: 2 };
    const { api } = await openConsole(`${page}?mode=create-using-import`, {
      "GET /api/console/v1/org/o1/import/templates/e1": { data: read },
      "POST /api/public/v1/templates/e1/import": { data: created },
      [`GET ${apps}/a2`]: { data: created },
    });
    await type("Or the id of an export", "e1");
    press("Look at it");
    const told = await screen.findByText("33 characters of instructions");
    expect(told.tagName).toBe("SUMMARY");
    screen.getByText(instructions);
    screen.getByText("1 rule");
    screen.getByText("<b>Call</b> us.");
    expect(screen.queryByAltText("planted")).toBeNull();
    screen.getByText("1 question");
    screen.getByText("2 test cases");
    fireEvent.click(screen.getByRole("checkbox", { name: /^Its test cases/ }));
    press("Create agent");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(api.last("POST /api/public/v1/templates/e1/import")?.body).toMatchObject({
      data: { look: true, sources: true, testCases: false },
    });
  });

  it("an export takes test cases along only where they are ticked, and says whose words they may be", async () => {
    const { api } = await openConsole("/accounts/o1/dashboard", {
      "POST /api/public/v1/templates/a1/export": failWith("internal"),
    });
    fireEvent.click(await screen.findByRole("menuitem", { name: "Export", hidden: true }));
    const cases = await screen.findByRole("checkbox", { name: /^Its test cases.*Visitors’ questions/ });
    const sent = () => api.last("POST /api/public/v1/templates/a1/export")?.query.get("testCases");
    press("Save the file");
    await waitFor(() => expect(sent()).toBe("false"));
    await screen.findByText("The agent was not exported.");
    fireEvent.click(cases);
    press("Save the file");
    await waitFor(() => expect(sent()).toBe("true"));
  });

  it("edit shows the instructions, and saves what became of them", async () => {
    const agent = makeAgent();
    agent.configuration.instructions = "Be brief.";
    const { api } = await openConsole(`${page}?mode=edit&agent=a1`, {
      ...signedIn(["owner"], [agent]),
      [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
      [`PUT ${apps}/a1`]: { data: makeAgent({ revision: 2 }) },
    });
    expect(await field("Instructions")).toHaveProperty("value", "Be brief.");
    await type("Instructions", "Be kind.");
    press("Save");
    await waitFor(() =>
      expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
        data: { configuration: { instructions: "Be kind." } },
      }),
    );
  });

  it("create-using-import names what the server finds wrong in a file", async () => {
    const path = "body.data.file.agent.name";
    const refused = failWith("invalid_input", { fields: [{ path, message: "Field is required" }] });
    await openConsole(`${page}?mode=create-using-import`, {
      ...signedIn(["owner"]),
      "POST /api/console/v1/org/o1/import/templates": refused,
    });
    const text = JSON.stringify({ format: "pilothouse-agent", formatVersion: 1 });
    fireEvent.change(await screen.findByLabelText("Choose an agent’s file"), {
      target: { files: [new File([text], "a.json", { type: "application/json" })] },
    });
    const list = await screen.findByRole("list", { name: "Wrong in the file" });
    expect(list.textContent).toBe("agent.name: Field is required");
  });

  it("replace-using-import shows what changes and what stays, and wants the agent's name", async () => {
    const { api } = await openConsole(`${page}?mode=replace-using-import&agent=a1`, {
      ...signedIn(),
      "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
      [`GET ${apps}/a1/import/templates/e1`]: { data: summary },
      [`POST ${apps}/a1/import/templates/e1`]: { data: makeAgent() },
    });
    await type("Or the id of an export", "e1");
    press("Look at it");
    await screen.findByText("Quite another purpose.");
    screen.getByText(/kept as a backup version/);
    press("Replace the draft");
    await screen.findByText("This is not the agent’s name.");
    expect(api.last(`POST ${apps}/a1/import/templates/e1`)).toBeUndefined();
    await type(/^Type “Harbour Help”/, "Harbour Help");
    press("Replace the draft");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a1/settings"));
    expect(api.last(`POST ${apps}/a1/import/templates/e1`)?.body).toMatchObject({ data: { revision: 1 } });
  });

  it("replace-using-import tells the look and the sources that come, and waits until the look of now is read", async () => {
    let give: (reply: unknown) => void = () => undefined;
    const config = { kind: "text", title: "Prices", text: "A berth costs 20." };
    const brought = {
      ...summary,
      surfaces: { widget: { welcome: "Ahoy!" } },
      knowledge: { sources: [{ name: "Prices", config }], left: [] },
    };
    const { api } = await openConsole(`${page}?mode=replace-using-import&agent=a1&export=e1`, {
      ...signedIn(),
      [`GET ${apps}/a1/import/templates/e1`]: { data: brought },
      [`GET ${apps}/a1/surfaces/widget`]: () => new Promise((resolve) => (give = resolve)),
      [`POST ${apps}/a1/import/templates/e1`]: { data: makeAgent() },
    });
    await type(/^Type “Harbour Help”/, "Harbour Help");
    const go = screen.getByRole<HTMLButtonElement>("button", { name: "Replace the draft" });
    expect(go.disabled).toBe(true);
    fireEvent.submit(screen.getByRole("form", { name: "Replace" }));
    expect(api.last(`POST ${apps}/a1/import/templates/e1`)).toBeUndefined();
    await waitFor(() => expect(api.last(`GET ${apps}/a1/surfaces/widget`)).toBeDefined());
    give({ data: widget });
    const changes = within(screen.getByRole("region", { name: "What changes" }));
    await changes.findByText("Ahoy!");
    changes.getByText("Data source “Prices”");
    changes.getByText("Added");
    screen.getByText(/whatever the import says/);
    expect(go.disabled).toBe(false);
    press("Replace the draft");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a1/settings"));
    expect(api.last(`POST ${apps}/a1/import/templates/e1`)?.body).toMatchObject({
      data: { revision: 1, lookRevision: 1 },
    });
  });

  it("replace-using-import overwrites no look that somebody saved meanwhile, and compares with that", async () => {
    const brought = { ...summary, surfaces: { widget: { welcome: "Ahoy!" } } };
    const { api } = await openConsole(`${page}?mode=replace-using-import&agent=a1&export=e1`, {
      ...signedIn(),
      [`GET ${apps}/a1`]: { data: makeAgent() },
      [`GET ${apps}/a1/import/templates/e1`]: { data: brought },
      [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
      [`POST ${apps}/a1/import/templates/e1`]: failWith("conflict"),
    });
    await type(/^Type “Harbour Help”/, "Harbour Help");
    const changes = within(screen.getByRole("region", { name: "What changes" }));
    await changes.findByText("Ahoy!");
    const settings = { ...widget.settings, welcome: "Welcome back!" };
    const savedBy = { userId: "user-2", name: "Bo", at: Date.now() - 120_000 };
    api.answer({
      [`GET ${apps}/a1/surfaces/widget`]: { data: { ...widget, settings, savedBy, revision: 2 } },
    });
    press("Replace the draft");
    const notice = await screen.findByText(/Nothing was replaced/);
    expect(notice.textContent).toMatch(/^Changed by Bo 2 min/);
    changes.getByText("Welcome back!");
    api.answer({ [`POST ${apps}/a1/import/templates/e1`]: { data: makeAgent() } });
    press("Replace the draft");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a1/settings"));
    expect(api.last(`POST ${apps}/a1/import/templates/e1`)?.body).toMatchObject({
      data: { revision: 1, lookRevision: 2 },
    });
  });

  it("replace-using-import says what else is in the way, where nobody saved meanwhile", async () => {
    const message = "The agent would have more than 200 test cases.";
    await openConsole(`${page}?mode=replace-using-import&agent=a1&export=e1`, {
      ...signedIn(),
      [`GET ${apps}/a1`]: { data: makeAgent() },
      [`GET ${apps}/a1/import/templates/e1`]: { data: summary },
      [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
      [`POST ${apps}/a1/import/templates/e1`]: failWith("conflict", { message }),
    });
    await type(/^Type “Harbour Help”/, "Harbour Help");
    press("Replace the draft");
    await screen.findByText(message);
    expect(screen.queryByText(/Nothing was replaced/)).toBeNull();
  });

  it.each([
    ["create-using-import", "GET /api/console/v1/org/o1/import/templates/e1", "Import"],
    ["replace-using-import", `GET ${apps}/a1/import/templates/e1`, "Replace"],
  ])(
    "%s stands in the address: a reload and Back find it, and who goes back chooses anew",
    async (mode, call, form) => {
      const replies = {
        "POST /api/console/v1/org/o1/import/templates": { data: summary },
        "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
        [call]: { data: summary },
      };
      await openConsole(`${page}?mode=${mode}&agent=a1`, replies);
      const text = JSON.stringify({ format: "pilothouse-agent", formatVersion: 1 });
      fireEvent.change(await screen.findByLabelText("Choose an agent’s file"), {
        target: { files: [new File([text], "a.json", { type: "application/json" })] },
      });
      await screen.findByRole("form", { name: form });
      expect(new URLSearchParams(location.search).get("export")).toBe("e1");
      await openConsole(location.pathname + location.search, replies);
      await screen.findByRole("form", { name: form });
      press("Another file");
      await screen.findByLabelText("Choose an agent’s file");
      expect(document.activeElement).not.toBe(document.body);
      act(() => history.back());
      await screen.findByRole("form", { name: form });
    },
  );

  it.each(["create-using-import", "replace-using-import"])(
    "%s says of an import that is not kept any more what to do, and takes a file in its place",
    async (mode) => {
      await openConsole(`${page}?mode=${mode}&agent=a1&export=e9`, {
        ...signedIn(),
        [`GET ${apps}/a1/import/templates/e1`]: { data: summary },
        "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
      });
      expect((await screen.findByRole("alert")).textContent).toContain("This import is not here any more.");
      screen.getByLabelText("Choose an agent’s file");
      await type("Or the id of an export", "e1");
      press("Look at it");
      await screen.findByText("Model");
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  it("create-using-import tries again where the summary can't be read", async () => {
    const call = "GET /api/console/v1/org/o1/import/templates/e1";
    const { api } = await openConsole(`${page}?mode=create-using-import&export=e1`, {
      ...signedIn(),
      [call]: failWith("internal"),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("This can’t be imported.");
    api.answer({ [call]: { data: summary } });
    press("Retry");
    await screen.findByRole("form", { name: "Import" });
  });

  it.each([
    ["create-using-import&export=e1", "Import"],
    ["clone&agent=a1", "Clone an agent"],
  ])("%s shows the chat beside it as it will look", async (mode, form) => {
    await openConsole(`${page}?mode=${mode}`, {
      ...signedIn(),
      "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
      [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
    });
    await screen.findByRole("form", { name: form });
    const preview = within(await screen.findByRole("region", { name: "Preview" }));
    preview.getByTitle("How the chat will look");
  });

  it.each([
    ["create-using-import", "POST /api/public/v1/templates/e1/import", "Create agent"],
    ["replace-using-import", `POST ${apps}/a1/import/templates/e1`, "Replace the draft"],
  ])(
    "%s asks for another model where the import's is refused, and says why at the field",
    async (mode, call, go) => {
      const fields = [{ path: "body.data.model", message: "No key leads to this model." }];
      const { api } = await openConsole(`${page}?mode=${mode}&agent=a1`, {
        ...signedIn(),
        "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
        [`GET ${apps}/a1/import/templates/e1`]: { data: summary },
        [call]: failWith("invalid_input", { fields }),
      });
      await type("Or the id of an export", "e1");
      press("Look at it");
      await screen.findByRole("button", { name: go });
      expect(screen.queryByRole("combobox", { name: "Model" })).toBeNull();
      if (mode.startsWith("replace")) await type(/^Type “Harbour Help”/, "Harbour Help");
      press(go);
      await screen.findByText("No key leads to this model.");
      expect(screen.queryByRole("alert")).toBeNull();
      const picker = screen.getByRole("combobox", { name: "Model" });
      await waitFor(() => expect(document.activeElement).toBe(picker));
      fireEvent.change(picker, { target: { value: "gpt-4o" } });
      press(go);
      await waitFor(() => expect(api.last(call)?.body).toMatchObject({ data: { model: "gpt-4o" } }));
    },
  );
});
