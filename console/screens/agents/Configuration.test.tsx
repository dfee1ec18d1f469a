import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { connectFrame } from "../../../tests/kit/surfaces/connectFrame.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";
import { makeWidgetSettings, makeWidgetSurface } from "../../../tests/kit/samples.ts";

const agent = "/api/console/v1/org/o1/copilotapps/a1";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => setWidth(1024));

/** The window of happy-dom can be made wider; its type is not that of the page. */
function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
}

describe("the sections of the configuration", () => {
  it("are found by what people call them, those of the look under Deploy", async () => {
    await openConsole("/accounts/o1/cp/a1/settings", signedIn(["owner"], [makeAgent()]));
    const links = () => within(screen.getByRole("navigation", { name: "Settings" })).getAllByRole("link");
    await screen.findByRole("heading", { level: 2, name: "Purpose" });
    // Only of its page: the others have their own.
    expect(links()).toHaveLength(7);
    expect(screen.queryByRole("heading", { level: 2, name: "Budget" })).toBeNull();
    const search = (value: string) =>
      fireEvent.change(screen.getByLabelText("Find a setting"), { target: { value } });
    search("privacy");
    await waitFor(() =>
      expect(links().map(({ textContent }) => textContent)).toEqual(["Guard rails", "Keeping conversations"]),
    );
    expect(screen.queryByRole("heading", { level: 2, name: "Purpose" })).toBeNull();
    search("greeting");
    await screen.findByText("No setting found on this page.");
    expect(links()[0]?.getAttribute("href")).toBe("/accounts/o1/cp/a1/deploy?group=words");
  });

  it("are on four pages, and an address that names one leads to its page", async () => {
    await openConsole("/accounts/o1/cp/a1/settings#hours", signedIn(["owner"], [makeAgent()]));
    await screen.findByRole("heading", { level: 2, name: "Opening hours" });
    expect(location.pathname).toBe("/accounts/o1/cp/a1/settings/team");
    const pages = within(screen.getByRole("navigation", { name: "Pages of Configuration" }));
    fireEvent.click(pages.getByRole("link", { name: "Data" }));
    await screen.findByRole("heading", { level: 2, name: "Keeping conversations" });
    expect(screen.queryByRole("heading", { level: 2, name: "Opening hours" })).toBeNull();
  });

  it("keep typed text from page to page, without a question", async () => {
    await openConsole("/accounts/o1/cp/a1/settings", signedIn(["owner"], [makeAgent()]));
    fireEvent.change(await screen.findByLabelText(/^Description/), { target: { value: "Long" } });
    fireEvent.click(screen.getByRole("link", { name: "Data" }));
    await screen.findByRole("heading", { level: 2, name: "Keeping conversations" });
    fireEvent.click(screen.getByRole("link", { name: "Agent" }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Description/)).value).toBe("Long");
  });

  it("say what was changed in them, and what the server refused", async () => {
    const fields = [{ path: "body.data.configuration.description", message: "It is too long." }];
    const refused = { [`PUT ${agent}`]: failWith("invalid_input", { fields }) };
    await openConsole("/accounts/o1/cp/a1/settings", { ...signedIn(["owner"], [makeAgent()]), ...refused });
    const description = await screen.findByLabelText(/^Description/);
    fireEvent.change(description, { target: { value: "Long" } });
    await screen.findByRole("link", { name: /^Identity\s*Changed$/ });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("link", { name: /^Identity\s*Check$/ });
  });
});

describe("the fallback of the model", () => {
  const label = /^Where it can't answer/;
  const open = async (change: Partial<Agent["configuration"]>) => {
    const one = makeAgent();
    Object.assign(one.configuration, { model: "gpt-4o", ...change });
    await openConsole("/accounts/o1/cp/a1/settings", signedIn(["owner"], [one]));
    return screen.findByLabelText<HTMLSelectElement>(label);
  };
  const text = "x".repeat(2501);
  const told = /takes at most 2500 characters of a personality, and this one has 2501/;

  it("is told to take less of the personality than there is, before anything is saved", async () => {
    const select = await open({ fallbackModel: "gpt-3.5-turbo", personality: { preset: "custom", text } });
    expect(select.getAttribute("aria-invalid")).toBe("true");
    const message = screen.getByText(told);
    expect(select.getAttribute("aria-describedby")).toContain(message.id);
    fireEvent.change(screen.getByLabelText(/^Describe the personality/), { target: { value: "Short." } });
    await waitFor(() => expect(screen.queryByText(told)).toBeNull());
  });

  it.each([
    ["takes it all", { fallbackModel: "gpt-4o-mini", personality: { preset: "custom", text } }],
    ["is not told it", { fallbackModel: "gpt-3.5-turbo", personality: { preset: "formal", text } }],
  ] as const)("is left in peace where it %s", async (_, change) => {
    await open(change);
    expect(screen.queryByText(/characters of a personality/)).toBeNull();
  });
});

describe("the chat beside the configuration", () => {
  const widget = makeWidgetSurface({ settings: makeWidgetSettings({ title: "Harbour Help" }) });
  const open = () =>
    openConsole("/accounts/o1/cp/a1/settings", {
      ...signedIn(["owner"], [makeAgent()]),
      [`GET ${agent}/surfaces/widget`]: { data: widget },
      [`POST ${agent}/surfaces/widget/preview-ticket`]: {
        data: { ticket: "t1", expiresAt: Date.now() + 600_000 },
      },
    });
  const findFrame = () => screen.findByTitle<HTMLIFrameElement>("Preview of the chat");

  it("is the visitors' own frame: it looks as is typed, and says that it answers as was saved", async () => {
    setWidth(1440);
    await open();
    const frame = await findFrame();
    expect(frame.getAttribute("src")).toBe("/embed/token-1");
    const { told } = connectFrame(frame);
    await waitFor(() => expect(told.map(({ type }) => type)).toContain("init"));
    const configuration = { name: "Harbour Help", language: "auto", settings: { title: "Harbour Help" } };
    expect(told[0]?.payload).toMatchObject({ preview: { ticket: "t1", configuration } });
    await screen.findByText(/^Answers use the draft\./);
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Kayak desk" } });
    // Its title is the agent's name, and would be the new one.
    const renamed = { name: "Kayak desk", settings: { title: "Kayak desk" } };
    await waitFor(() =>
      expect(told.at(-1)).toMatchObject({ type: "update", payload: { configuration: renamed } }),
    );
    await screen.findByText(/Save to test new answers\./);
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(told.at(-1)).toMatchObject({ type: "update", payload: { configuration } }));
    await screen.findByText(/^Answers use the draft\./);
  });

  it("is loaded on a narrow window once it is asked for, and stays where it was while settings are changed", async () => {
    const { api } = await open();
    await screen.findByLabelText(/^Name/);
    expect(screen.queryByRole("region", { name: "Preview" })).toBeNull();
    expect(api.last(`GET ${agent}/surfaces/widget`)).toBeUndefined();
    fireEvent.click(screen.getByRole("radio", { name: "Preview" }));
    const frame = await findFrame();
    fireEvent.click(screen.getByRole("radio", { name: "Settings" }));
    fireEvent.click(screen.getByRole("radio", { name: "Preview" }));
    expect(await findFrame()).toBe(frame);
  });

  it("take instructions that are too long whole, and say so there and where they are saved", async () => {
    const fields = [{ path: "body.data.configuration.instructions", message: "Use fewer." }];
    const refused = { [`PUT ${agent}`]: failWith("invalid_input", { fields }) };
    const { api } = await openConsole("/accounts/o1/cp/a1/settings", refused);
    const instructions = await screen.findByLabelText(/^Instructions/);
    expect(instructions).toHaveProperty("maxLength", -1);
    fireEvent.change(instructions, { target: { value: "w".repeat(8001) } });
    screen.getByText("8001 / 8000");
    screen.getByText("This is too long: at most 8000 characters are taken.");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${agent}`)).toBeTruthy());
    await screen.findByRole("link", { name: /^Purpose\s*Check$/ });
    expect(screen.getByLabelText(/^Instructions/).getAttribute("aria-invalid")).toBe("true");
  });
});
