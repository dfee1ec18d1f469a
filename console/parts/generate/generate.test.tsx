import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Generated } from "../../../shared/contract/agents/generate.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";
import { makeWidgetSurface } from "../../../tests/kit/samples.ts";

const apps = "/api/console/v1/org/o1/copilotapps";
const generate = `POST ${apps}/generate`;
const drafted: Generated = {
  model: "gpt-4o",
  credits: 5,
  website: { url: "https://kayaks.example/", title: "Kayaks", pages: 3 },
  agent: {
    ...{ name: "Harbour Help", description: "Answers about kayaks.", instructions: "Be brief.", icon: null },
    ...{ personality: "formal", language: "de" },
  },
  theme: null,
  welcome_content: null,
  notes: ["Written by the model from the pages that we read."],
};
const look: Generated = {
  ...drafted,
  agent: null,
  theme: { primary: "#0B6E63" },
  welcome_content: {
    ...{ title: "", welcome: "Ahoy!", suggestions: ["How deep is it?", "When do you open?"] },
    minimisedSuggestions: [],
  },
};
const website = { kind: "website", scope: "site", urls: ["https://kayaks.example/"] };
const sources = { items: [{ id: "s1", agentId: "a1", name: "Kayaks", config: website, counts: {} }] };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

async function open(tab: "settings" | "deploy", replies: Replies) {
  const { api } = await openConsole(`/accounts/o1/cp/a1/${tab}`, {
    ...signedIn(["owner"], [makeAgent()]),
    [`GET ${apps}/a1/datasources`]: { ...sources, page: { page: 1, limit: 100, total: 1 } },
    [`GET ${apps}/a1/surfaces/widget`]: { data: makeWidgetSurface() },
    "GET /api/account/v1/org/o1/keys/defaults": {
      data: { chat: null, code: "gpt-4o", embedding: null, speech: null },
    },
    ...replies,
  });
  fireEvent.click(await screen.findByRole("button", { name: "AI generate" }));
  await screen.findByRole("dialog", { name: "AI generate" });
  const address = await screen.findByLabelText<HTMLInputElement>(/^Website address/);
  await waitFor(() => expect(address.value).toBe("https://kayaks.example/"));
  return api;
}
const dialog = () => within(screen.getByRole("dialog", { name: "AI generate" }));
const press = (name: string) => fireEvent.click(dialog().getByRole("button", { name }));
const listOffers = () =>
  dialog()
    .getAllByRole("checkbox")
    .map((box) => box.parentElement?.querySelector("strong")?.textContent);

describe("AI generate over an agent that is there", () => {
  it("drafts from its website by the model for drafts, and puts what is ticked into the form", async () => {
    const api = await open("settings", { [generate]: { data: drafted } });
    press("Generate");
    await screen.findByText("Cost: 5 credits.");
    expect(api.last(generate)?.body).toEqual({
      data: { useCases: ["agent"], url: "https://kayaks.example/", description: "", model: "gpt-4o" },
    });
    // The name is the one that it has.
    expect(listOffers()).toEqual(["Description", "Instructions", "Personality", "Language of answers"]);
    fireEvent.click(dialog().getByRole("checkbox", { name: /^Instructions/ }));
    press("Use selected");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText(/^Description/)).toHaveProperty("value", "Answers about kayaks.");
    expect(screen.getByLabelText(/^Instructions/)).toHaveProperty("value", "");
    expect(screen.getByRole("radio", { name: /^Formal/ })).toHaveProperty("checked", true);
    expect(screen.getByLabelText("Language of answers")).toHaveProperty("value", "de");
    screen.getByText("3 unsaved changes");
    expect(api.last(`PUT ${apps}/a1`)).toBeUndefined();
  });

  it("offers only typed text in a draft without a model", async () => {
    await open("settings", { [generate]: { data: { ...drafted, model: "pilothouse-builtin", credits: 0 } } });
    press("Generate");
    await waitFor(() => expect(listOffers()).toEqual(["Description", "Instructions"]));
  });

  it("gives the chat its color and its first words", async () => {
    const api = await open("deploy", { [generate]: { data: look } });
    press("Generate");
    await waitFor(() => expect(listOffers()).toEqual(["Main color", "Welcome", "Suggestions"]));
    expect(api.last(generate)?.body).toMatchObject({ data: { useCases: ["theme", "welcome_content"] } });
    press("Use selected");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText(/^Welcome/)).toHaveProperty("value", "Ahoy!");
    screen.getByText("3 unsaved changes");
  });

  it("says where a draft has nothing new, and goes back to ask for another", async () => {
    await open("deploy", { [generate]: { data: { ...look, theme: null, welcome_content: null } } });
    press("Generate");
    await screen.findByText(/^The draft matches the current settings/);
    press("Back");
    expect(dialog().getByRole("button", { name: "Generate" })).toBeTruthy();
  });

  it("gives the focus to an address that is refused", async () => {
    const fields = [{ path: "body.data.url", message: "This is not a web address." }];
    await open("deploy", { [generate]: failWith("invalid_input", { fields }) });
    press("Generate");
    await dialog().findByText("This is not a web address.");
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText(/^Website address/)));
  });

  it("keeps what was typed where drafting fails, and says why", async () => {
    const message = "The site's robots.txt does not allow this page.";
    await open("settings", { [generate]: failWith("source_refused", { message }) });
    press("Generate");
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    expect(dialog().getByLabelText(/^Website address/)).toHaveProperty("value", "https://kayaks.example/");
  });
});
