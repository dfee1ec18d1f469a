import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Generated } from "../shared/contract/agents/generate.ts";
import {
  apps,
  createPage,
  created,
  field,
  forgetBetweenTests,
  press,
  type,
} from "../tests/kit/agents/createPage.tsx";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { openConsole } from "../tests/kit/console/openConsole.tsx";

const generate = `POST ${apps}/generate`;

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
  notes: ["The name is from the website."],
};
const source = { id: "s1", agentId: "a2", name: "kayaks.example", config: { kind: "website" } };

forgetBetweenTests();

it("creates an agent from a website's draft, with its look and its first source, using only the keyboard", async () => {
  const { api } = await openConsole(`${createPage}?way=website`, {
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
  expect(await field("Next to the closed launcher 1")).toHaveProperty("value", "Is it deep?");
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
  const { api } = await openConsole(`${createPage}?way=describe`, {
    [generate]: {
      data: { ...written, website: null, agent: { ...drafted.agent, instructions } },
    },
    [`POST ${apps}`]: { data: created },
    [`GET ${apps}/a2`]: { data: created },
  });
  await type("What should it help with?", "Kayaks");
  press("Draft my agent");
  expect(await field("Instructions")).toHaveProperty("value", instructions);
  screen.getByText(/^Instructions were drafted too \(23 characters\)\. Review them/);
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

it.each([
  ["Name", 80],
  ["Description", 500],
  ["Instructions", 8000],
  ["Greeting", 1000],
])("continues from %s only if it has at most %i characters, and keeps it unchanged", async (label, most) => {
  await openConsole(`${createPage}?step=identity`);
  await type("Name", "Harbour Kayaks");
  await type(label, "w".repeat(most + 1));
  expect(await field(label)).toHaveProperty("maxLength", -1);
  screen.getByText(`This is too long: at most ${most} characters are taken.`);
  press("Next");
  await waitFor(async () => expect(document.activeElement).toBe(await field(label)));
  await type(label, "w".repeat(most));
  press("Next");
  await screen.findByRole("heading", { name: "How does it answer?" });
});

it("shows at the instructions why they are refused", async () => {
  const fields = [{ path: "body.data.instructions", message: "Too long by far." }];
  await openConsole(`${createPage}?step=identity`, {
    [`POST ${apps}`]: failWith("invalid_input", { fields }),
  });
  await type("Name", "Harbour Kayaks");
  press("Create agent");
  await screen.findByText("Too long by far.");
  await waitFor(async () => expect(document.activeElement).toBe(await field("Instructions")));
});

it("says what a draft has cost", async () => {
  await openConsole(`${createPage}?way=website`, { [generate]: { data: { ...drafted, credits: 5 } } });
  await type("Website address", "kayaks.example");
  press("Read the website");
  await screen.findByText("Cost: 5 credits.");
});

it("keeps the input if drafting fails, says why, and continues by hand", async () => {
  const message = "The site's robots.txt does not allow this page.";
  await openConsole(`${createPage}?way=website`, { [generate]: failWith("source_refused", { message }) });
  await type("Website address", "kayaks.example");
  press("Read the website");
  expect((await screen.findByRole("alert")).textContent).toContain(message);
  expect(await field("Website address")).toHaveProperty("value", "kayaks.example");
  press("Continue by hand");
  expect(await field("Name")).toHaveProperty("value", "");
});

it("shows at its field what is no address", async () => {
  const fields = [{ path: "body.data.url", message: "This is not a web address." }];
  await openConsole(`${createPage}?way=website`, { [generate]: failWith("invalid_input", { fields }) });
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
  await openConsole(`${createPage}?way=describe`, { [generate]: () => late });
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
  const { api } = await openConsole(`${createPage}?step=knowledge`);
  fireEvent.click(await screen.findByRole("button", { name: "Create agent" }));
  await screen.findByRole("heading", { name: "Who is it?" });
  await screen.findByText("Field is required");
  expect(api.last(`POST ${apps}`)).toBeUndefined();
});

it("opens the step of a field that is refused, says why there and gives it the focus", async () => {
  const fields = [{ path: "body.data.model", message: "There is no key for this model." }];
  await openConsole(`${createPage}?step=identity`, {
    [`POST ${apps}`]: failWith("invalid_input", { fields }),
  });
  await type("Name", "Harbour Kayaks");
  fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
  await screen.findByRole("heading", { name: "How does it answer?" });
  fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
  await screen.findByRole("heading", { name: "What does it know?" });
  press("Create agent");
  await screen.findByText("There is no key for this model.");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Model" })));
  fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
  fireEvent.click(await screen.findByRole("radio", { name: /^A website/ }));
  press("Create agent");
  const wrong = await field("Website address");
  await waitFor(() => expect(document.activeElement).toBe(wrong));
});

it("says that the built-in model drafts where no key leads to another one", async () => {
  await openConsole(`${createPage}?way=describe`);
  await screen.findByText(/Drafted by the built-in model\./);
});

it("opens the agent's sources where the first one is refused, with what was typed", async () => {
  await openConsole(`${createPage}?step=identity`, {
    [`POST ${apps}`]: { data: created },
    [`GET ${apps}/a2`]: { data: created },
    [`POST ${apps}/a2/datasources`]: failWith("source_refused"),
  });
  await type("Name", "Harbour Kayaks");
  press("Next");
  await screen.findByRole("heading", { name: "How does it answer?" });
  press("Next");
  fireEvent.click(await screen.findByRole("radio", { name: /^A text/ }));
  await type("Title", "Prices");
  await type("Text", "A double kayak costs 24 euros an hour.");
  press("Create agent");
  await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/datasources"));
  expect(location.search).toBe("?add=text");
  await screen.findAllByText(/is created, but its source was refused/);
  expect(await field("Text")).toHaveProperty("value", "A double kayak costs 24 euros an hour.");
  expect(await field("Title")).toHaveProperty("value", "Prices");
});

it("counts a text and refuses one that is too long before anything is created", async () => {
  const { api } = await openConsole(`${createPage}?step=knowledge`, { [`POST ${apps}`]: { data: created } });
  fireEvent.click(await screen.findByRole("radio", { name: /^A text/ }));
  await type("Title", "Prices");
  await type("Text", "x".repeat(200_001));
  screen.getByText("200,001 / 200,000");
  fireEvent.click(screen.getByRole("button", { name: /Identity/ }));
  await type("Name", "Harbour Kayaks");
  press("Create agent");
  await screen.findByRole("heading", { name: "What does it know?" });
  const text = await field("Text");
  expect(text.getAttribute("aria-invalid")).toBe("true");
  expect(text).toHaveProperty("value", "x".repeat(200_001));
  expect(api.last(`POST ${apps}`)).toBeUndefined();
});
