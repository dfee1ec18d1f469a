import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
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

forgetBetweenTests();

it("keeps what was typed over a reload and leads back to it, until it is discarded, which can be taken back", async () => {
  await openConsole(`${createPage}?step=identity`);
  await type("Name", "Harbour Kayaks");
  press("Next");
  fireEvent.click(await screen.findByRole("radio", { name: /^Formal/ }));
  await openConsole(createPage);
  const kept = await screen.findByRole("region", { name: "Kept from before" });
  fireEvent.click(within(kept).getByRole("button", { name: "Continue" }));
  await screen.findByRole("heading", { name: "How does it answer?" });
  expect(await screen.findByRole("radio", { name: /^Formal/ })).toHaveProperty("checked", true);
  press("Start over");
  await screen.findByRole("heading", { name: "How would you like to begin?" });
  expect(screen.queryByRole("region", { name: "Kept from before" })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("region", { name: "Kept from before" });
  press("Start over");
  await openConsole(`${createPage}?step=identity`);
  expect(await field("Name")).toHaveProperty("value", "");
  expect(screen.queryByRole("region", { name: "Kept from before" })).toBeNull();
});

it("restores discarded text after Undo on another page", async () => {
  await openConsole(`${createPage}?step=identity`);
  await type("Name", "Harbour Kayaks");
  press("Next");
  await openConsole(createPage);
  await screen.findByRole("region", { name: "Kept from before" });
  press("Start over");
  fireEvent.click(screen.getByRole("link", { name: "Pilothouse, to the dashboard" }));
  await waitFor(() => expect(screen.queryByText("How would you like to begin?")).toBeNull());
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await openConsole(createPage);
  await screen.findByRole("region", { name: "Kept from before" });
});

it("keeps it only for this organization, and only until the agent is created", async () => {
  await openConsole(`${createPage}?step=identity`, {
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
  // Its models are for new ones.
  const presets = { chat: "gpt-5", code: "gpt-5", embedding: null, speech: null };
  const kept = {
    agent: { configuration: { name: "Harbour Kayaks" }, look: { welcome: "Ahoy!" }, source: {} },
    ...{ wish: { description: "", url: "kayaks.example" }, drafted: null, reached: 1 },
  };
  sessionStorage.setItem("newAgent:u1:o1", JSON.stringify(kept));
  const { api } = await openConsole(`${createPage}?way=website`, replies);
  await field("Website address");
  fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
  await waitFor(() =>
    expect(api.last(generate)?.body).toMatchObject({ data: { model: "pilothouse-builtin" } }),
  );
  const defaults = "GET /api/account/v1/org/o1/keys/defaults";
  const again = await openConsole(`${createPage}?step=identity`, {
    ...replies,
    [defaults]: { data: presets },
  });
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
