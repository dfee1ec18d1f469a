import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ProactiveRule } from "../../../../shared/contract/surfaces/proactive.ts";
import { endDeploy, openDeploy, startDeployServer } from "../../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../../tests/kit/surfaces/deployScreen.tsx";
import { makeWidgetSettings } from "../../../../tests/kit/samples.ts";
import { newRule } from "./newRule.ts";

let server: DeployServer;

beforeEach(() => {
  server = startDeployServer();
});
afterEach(endDeploy);

const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const savedRules = async (): Promise<ProactiveRule[]> => {
  await waitFor(() => expect(server.saved()).toHaveLength(1));
  return server.saved()[0]?.settings.proactive ?? [];
};
const make = (name: string, text: string): ProactiveRule => newRule({ label: name, text, when: {} });
const keep = (...proactive: ProactiveRule[]) => {
  server.widget.settings = makeWidgetSettings({ proactive });
};

it("begins with an example, and saves what was changed in it without what is empty", async () => {
  await openDeploy(server, { part: "messages" });
  fireEvent.click(await screen.findByRole("button", { name: "Help on a page" }));
  type("Text", "Which plan?");
  type("Page", "/pricing*\n\n/plans");
  type("Time on page, seconds", "5");
  fireEvent.click(screen.getByRole("button", { name: "Visitors" }));
  fireEvent.click(screen.getByRole("button", { name: "Attribute" }));
  fireEvent.click(screen.getByRole("button", { name: "Test a second text" }));
  type("Text B", "Not sure which plan fits?");
  fireEvent.change(screen.getByLabelText("Language"), { target: { value: "de" } });
  type("Text A", "Welcher Tarif?");
  save();
  expect(await savedRules()).toMatchObject([
    {
      name: "Help on a page",
      isOn: true,
      when: { pages: ["/pricing*", "/plans"], afterSeconds: 5, visitors: "returning", attributes: [] },
      texts: [
        { texts: { en: "Which plan?", de: "Welcher Tarif?" } },
        { texts: { en: "Not sure which plan fits?" } },
      ],
    },
  ]);
});

it("a period limits a message to days and hours, and its summary says so", async () => {
  await openDeploy(server, { part: "messages" });
  fireEvent.click(await screen.findByRole("button", { name: "Before they leave" }));
  fireEvent.click(screen.getByRole("button", { name: "Period" }));
  type("First day", "2026-12-01");
  type("Last day", "2026-12-24");
  type("Time zone", "Europe/Berlin");
  fireEvent.click(screen.getByRole("switch", { name: "Only at certain hours" }));
  fireEvent.click(screen.getByRole("button", { name: "Add hours on Monday" }));
  fireEvent.click(screen.getByRole("switch", { name: "Tuesday" }));
  save();
  const [rule] = await savedRules();
  expect(rule?.when.period).toMatchObject({
    ...{ timeZone: "Europe/Berlin", from: "2026-12-01", to: "2026-12-24" },
    week: [
      [
        { opens: "09:00", closes: "17:00" },
        { opens: "18:00", closes: "20:00" },
      ],
      null,
      { opens: "09:00", closes: "17:00" },
      {},
      {},
      null,
      null,
    ],
  });
  fireEvent.click(screen.getByRole("button", { name: /^Before they leave/ }));
  expect(screen.getByText(/Live from .*2026 to .*2026, at certain hours/)).toBeTruthy();
});

it("says of each message when it is shown and how it did, and moves, switches and deletes it", async () => {
  const [first, second, third] = [make("First", "Hello"), make("Second", "Hi"), make("Third", "Hey")];
  keep({ ...first, when: { ...first.when, pages: ["/a"], scrollPercent: 50 } }, second, third);
  const [text] = first.texts;
  const items = [
    { ruleId: first.id, textId: text?.id, shown: 200, opened: 30, dismissed: 0, answered: 10 },
    { ruleId: first.id, textId: "of before", shown: 100, opened: 0, dismissed: 3, answered: 0 },
  ];
  server.on("GET surfaces/widget/proactive", { body: { items } });
  await openDeploy(server, { part: "messages" });
  const head = await screen.findByRole("button", { name: /^First/ });
  await waitFor(() =>
    expect(head.textContent?.replaceAll("\u00a0", " ")).toBe(
      "FirstHelloOn /a · 50% seen300 shown · 30 opened (10%) · 10 answered (3%) · 3 closed (1%)",
    ),
  );
  fireEvent.click(screen.getByRole("switch", { name: "Show First" }));
  const choose = (name: string, action: string) =>
    fireEvent.click(
      within(screen.getByRole("menu", { name: `Actions for ${name}`, hidden: true })).getByText(action),
    );
  choose("Second", "Move up");
  choose("Third", "Delete");
  save();
  expect((await savedRules()).map(({ name, isOn }) => [name, isOn])).toEqual([
    ["Second", true],
    ["First", false],
  ]);
});

it("shows at the message what the server refused", async () => {
  keep(make("First", "Hello"), make("Second", "Hi"));
  server.on("PUT surfaces/widget", {
    ...{ status: 400, code: "invalid_input", message: "Check the marked fields." },
    fields: [
      { path: "body.data.settings.proactive.1.texts", message: "Write what it says." },
      { path: "body.data.settings.proactive.1.when.pages.0", message: "Leave out spaces." },
    ],
  });
  await openDeploy(server, { part: "messages" });
  fireEvent.click(await screen.findByRole("button", { name: /^Second/ }));
  type("Text", "");
  save();
  await screen.findByText("Leave out spaces.");
  expect(screen.getByLabelText("Text").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("button", { name: /^Second/ }).textContent).toContain("Check");
  expect(screen.getByRole("button", { name: /^First/ }).textContent).not.toContain("Check");
});
