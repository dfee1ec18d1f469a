import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  apps,
  createPage,
  field,
  forgetBetweenTests,
  press,
  type,
  widget,
} from "../tests/kit/agents/createPage.tsx";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

forgetBetweenTests();

it("edit shows in the form's own fields what will differ, and saves configuration and look as the draft", async () => {
  const { api } = await openConsole(`${createPage}?mode=edit&agent=a1`, {
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
  await screen.findByText("No changes yet.");
  await type("Name", "Kayak desk");
  await type("Greeting", "Ahoy!");
  const bar = await screen.findByRole("region", { name: "Unsaved changes" });
  within(bar).getByText("3 unsaved changes");
  const changes = screen.getByRole("region", { name: "What changes?" });
  expect(changes.textContent).toContain("Harbour Help");
  expect(changes.textContent).toContain("Kayak desk");
  within(changes).getByText("Ahoy!");
  press("Save");
  await screen.findByText("No changes yet.");
  expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
    data: { revision: 1, configuration: { name: "Kayak desk" } },
  });
  expect(api.last(`PUT ${apps}/a1/surfaces/widget`)?.body).toMatchObject({
    data: { revision: 1, settings: { welcome: "Ahoy!", title: "Kayak desk" } },
  });
});

it("edit keeps typed what could not be saved, and says why", async () => {
  await openConsole(`${createPage}?mode=edit&agent=a1`, {
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
  await openConsole(`${createPage}?mode=edit`, {
    [`GET ${apps}/a1/surfaces/widget`]: { data: widget },
  });
  fireEvent.click(await screen.findByRole("link", { name: "Harbour Help" }));
  await screen.findByRole("heading", { level: 1, name: "Edit Harbour Help" });
});

it("clone sends what is chosen, and the plan's limit opens the upgrade dialog", async () => {
  const { api } = await openConsole(`${createPage}?mode=clone&agent=a1`, {
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

it("edit shows the instructions, and saves what became of them", async () => {
  const agent = makeAgent();
  agent.configuration.instructions = "Be brief.";
  const { api } = await openConsole(`${createPage}?mode=edit&agent=a1`, {
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
