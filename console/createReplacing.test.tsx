import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  apps,
  createPage,
  forgetBetweenTests,
  press,
  summary,
  type,
  widget,
} from "../tests/kit/agents/createPage.tsx";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

forgetBetweenTests();

it("replace-using-import shows what changes and what stays, and wants the agent's name", async () => {
  const { api } = await openConsole(`${createPage}?mode=replace-using-import&agent=a1`, {
    ...signedIn(),
    "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
    [`GET ${apps}/a1/import/templates/e1`]: { data: summary },
    [`POST ${apps}/a1/import/templates/e1`]: { data: makeAgent() },
  });
  await type("Or the id of an export", "e1");
  press("Review");
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
  const { api } = await openConsole(`${createPage}?mode=replace-using-import&agent=a1&export=e1`, {
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

it("replace-using-import keeps a look that was saved meanwhile, and compares with it", async () => {
  const brought = { ...summary, surfaces: { widget: { welcome: "Ahoy!" } } };
  const { api } = await openConsole(`${createPage}?mode=replace-using-import&agent=a1&export=e1`, {
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

it("replace-using-import shows other reasons for a refusal", async () => {
  const message = "The agent would have more than 200 test cases.";
  await openConsole(`${createPage}?mode=replace-using-import&agent=a1&export=e1`, {
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
