import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  apps,
  createPage,
  created,
  forgetBetweenTests,
  press,
  summary,
  type,
  widget,
} from "../tests/kit/agents/createPage.tsx";
import { languageModels } from "../shared/domain/models.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

forgetBetweenTests();

it("create-using-import says before sending what can't be an agent's file", async () => {
  const { api } = await openConsole(`${createPage}?mode=create-using-import`);
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

it("create-using-import lets the texts be read that the model will be told, as text, and counts test cases", async () => {
  const instructions = "<img src=x alt=planted> Be brief.";
  const when = { words: [], pages: [], audience: "everyone" as const };
  const rule = { title: "Storm", category: "handover", text: "<b>Call</b> us.", isEnabled: true, when };
  const configuration = { ...makeAgent().configuration, instructions, guidance: [rule] };
  const questions = [{ id: "one", question: "Is there parking?", answer: "Yes." }];
  const knowledge = { sources: [{ name: "", config: { kind: "qa", questions } }], left: [] };
  const read = { ...summary, configuration, knowledge, testCases: 2 };
  const { api } = await openConsole(`${createPage}?mode=create-using-import`, {
    "GET /api/console/v1/org/o1/import/templates/e1": { data: read },
    "POST /api/public/v1/templates/e1/import": { data: created },
    [`GET ${apps}/a2`]: { data: created },
  });
  await type("Or the id of an export", "e1");
  press("Review");
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
  const cases = await screen.findByRole("checkbox", { name: /^Its test cases.*visitors’ questions/ });
  const sent = () => api.last("POST /api/public/v1/templates/a1/export")?.query.get("testCases");
  press("Save the file");
  await waitFor(() => expect(sent()).toBe("false"));
  await screen.findByText("The agent was not exported.");
  fireEvent.click(cases);
  press("Save the file");
  await waitFor(() => expect(sent()).toBe("true"));
});

it("create-using-import names what the server finds wrong in a file", async () => {
  const path = "body.data.file.agent.name";
  const refused = failWith("invalid_input", { fields: [{ path, message: "Field is required" }] });
  await openConsole(`${createPage}?mode=create-using-import`, {
    ...signedIn(["owner"]),
    "POST /api/console/v1/org/o1/import/templates": refused,
  });
  const text = JSON.stringify({ format: "pilothouse-agent", formatVersion: 1 });
  fireEvent.change(await screen.findByLabelText("Choose an agent’s file"), {
    target: { files: [new File([text], "a.json", { type: "application/json" })] },
  });
  const list = await screen.findByRole("list", { name: "Problems in the file" });
  expect(list.textContent).toBe("agent.name: Field is required");
});

it.each([
  ["create-using-import", "GET /api/console/v1/org/o1/import/templates/e1", "Import"],
  ["replace-using-import", `GET ${apps}/a1/import/templates/e1`, "Replace"],
])(
  "%s is in the address: reload and Back find it, and going back allows a new choice",
  async (mode, call, form) => {
    const replies = {
      "POST /api/console/v1/org/o1/import/templates": { data: summary },
      "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
      [call]: { data: summary },
    };
    await openConsole(`${createPage}?mode=${mode}&agent=a1`, replies);
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
  "%s explains an expired import, and accepts a file instead",
  async (mode) => {
    await openConsole(`${createPage}?mode=${mode}&agent=a1&export=e9`, {
      ...signedIn(),
      [`GET ${apps}/a1/import/templates/e1`]: { data: summary },
      "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
    });
    expect((await screen.findByRole("alert")).textContent).toContain("This import no longer exists.");
    screen.getByLabelText("Choose an agent’s file");
    await type("Or the id of an export", "e1");
    press("Review");
    await screen.findByText("Model");
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

it("create-using-import tries again where the summary can't be read", async () => {
  const call = "GET /api/console/v1/org/o1/import/templates/e1";
  const { api } = await openConsole(`${createPage}?mode=create-using-import&export=e1`, {
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
  await openConsole(`${createPage}?mode=${mode}`, {
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
    const fields = [{ path: "body.data.model", message: "There is no key for this model." }];
    const { api } = await openConsole(`${createPage}?mode=${mode}&agent=a1`, {
      ...signedIn(),
      "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
      [`GET ${apps}/a1/import/templates/e1`]: { data: summary },
      [call]: failWith("invalid_input", { fields }),
    });
    await type("Or the id of an export", "e1");
    press("Review");
    await screen.findByRole("button", { name: go });
    expect(screen.queryByRole("combobox", { name: "Model" })).toBeNull();
    if (mode.startsWith("replace")) await type(/^Type “Harbour Help”/, "Harbour Help");
    press(go);
    await screen.findByText("There is no key for this model.");
    expect(screen.queryByRole("alert")).toBeNull();
    const picker = screen.getByRole("combobox", { name: "Model" });
    await waitFor(() => expect(document.activeElement).toBe(picker));
    fireEvent.change(picker, { target: { value: "gpt-4o" } });
    press(go);
    await waitFor(() => expect(api.last(call)?.body).toMatchObject({ data: { model: "gpt-4o" } }));
  },
);

it("leads to the model that was refused also where the models are known only later", async () => {
  const models = Promise.withResolvers<void>();
  const call = "POST /api/public/v1/templates/e1/import";
  const { api } = await openConsole(`${createPage}?mode=create-using-import`, {
    ...signedIn(),
    "GET /api/console/v1/org/o1/import/templates/e1": { data: summary },
    "GET /api/console/v1/org/o1/models": () =>
      models.promise.then(() => ({
        items: languageModels.map((model) => ({ ...model, isAvailable: true })),
      })),
    [call]: failWith("invalid_input", {
      fields: [{ path: "body.data.model", message: "There is no key for this model." }],
    }),
  });
  await type("Or the id of an export", "e1");
  press("Review");
  await screen.findByRole("button", { name: "Create agent" });
  press("Create agent");
  await waitFor(() => expect(api.last(call)).toBeDefined());
  const button = screen.getByRole("button", { name: "Create agent" });
  await waitFor(() => expect(button.ariaBusy).not.toBe("true"));
  models.resolve();
  const picker = await screen.findByRole("combobox", { name: "Model" });
  await waitFor(() => expect(document.activeElement).toBe(picker));
});
