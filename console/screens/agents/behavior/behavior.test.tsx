import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { defaultBehavior } from "../../../../shared/domain/behavior.ts";
import type { GuidanceRule } from "../../../../shared/domain/guidance.ts";
import { languageModels } from "../../../../shared/domain/models.ts";
import type { Replies } from "../../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../../tests/kit/console/openConsole.tsx";

const apps = "/api/console/v1/org/o1/copilotapps";
const refunds: GuidanceRule = {
  ...{ title: "Refunds", category: "style", text: "Offer a voucher first.", isEnabled: true },
  when: { words: ["refund*"], pages: ["/checkout"], audience: "verified" },
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // happy-dom has no popovers; the menu's items are there all the same.
  HTMLElement.prototype.hidePopover = () => undefined;
});

async function open(
  part: Partial<Agent["configuration"]> = {},
  replies: Replies = {},
  [page, first] = ["answers", "Guidance"],
) {
  const agent = makeAgent();
  Object.assign(agent.configuration, part);
  const { api } = await openConsole(`/accounts/o1/cp/a1/settings/${page}`, {
    ...signedIn(["owner"], [agent]),
    ...replies,
    [`PUT ${apps}/a1`]: ({ body }: { body: unknown }) => {
      const { configuration } = (body as { data: Pick<Agent, "configuration"> }).data; // what the form sends
      return { data: { ...agent, configuration, revision: 2 } };
    },
  });
  await screen.findByRole("heading", { level: 2, name: first });
  return {
    save: async () => {
      fireEvent.click(screen.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
      return (api.last(`PUT ${apps}/a1`)?.body as { data: Pick<Agent, "configuration"> }).data.configuration; // see above
    },
  };
}
/** Types into the open dialog, or into the page where there is none. */
function type(label: RegExp, value: string): void {
  const place = screen.queryByRole("dialog") ?? document.body;
  fireEvent.change(within(place).getByLabelText(label), { target: { value } });
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("guidance", () => {
  it("takes no condition that could not be saved, and says which one", async () => {
    await open();
    press("Add a rule");
    type(/^Name/, "Refunds");
    type(/^Instruction/, "Offer a voucher first.");
    type(/^The message has one of these words/, `refund, ${"w".repeat(81)}`);
    type(/^The page's address/, `/${"p".repeat(300)}`);
    press("Add");
    const tooLong = (part: string, most: number) =>
      `“${part}…” is too long: at most ${most} characters are taken.`;
    expect(screen.getByText(tooLong("w".repeat(30), 80))).toBeTruthy();
    expect(screen.getByText(tooLong(`/${"p".repeat(29)}`, 300))).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Add a rule" })).toBeTruthy();
  });

  it("takes a text that is too long whole, says so, and is kept only once it is shorter", async () => {
    await open();
    press("Add a rule");
    type(/^Name/, "Refunds");
    type(/^Instruction/, "w".repeat(2501));
    expect(screen.getByLabelText(/^Instruction/)).toHaveProperty("maxLength", -1);
    screen.getByText("2501 / 2500");
    screen.getByText("This is too long: at most 2500 characters are taken.");
    press("Add");
    screen.getByRole("dialog", { name: "Add a rule" });
    type(/^Instruction/, "w".repeat(2500));
    press("Add");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is written in a dialog, with its conditions, and saved with the configuration", async () => {
    const { save } = await open();
    press("Add a rule");
    press("Add");
    expect(await screen.findAllByText("Field is required")).toHaveLength(2);
    type(/^Name/, "Refunds");
    type(/^Instruction/, " Offer a voucher first. ");
    type(/^The message has one of these words/, "refund*, ,refund*");
    type(/^The page's address/, "/checkout");
    const dialog = screen.getByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText(/^About/), { target: { value: "style" } });
    fireEvent.change(within(dialog).getByLabelText(/^For/), { target: { value: "verified" } });
    press("Add");
    screen.getByText("Style · messages with refund*, on /checkout, for signed-in visitors");
    expect((await save()).guidance).toEqual([refunds]);
  });

  it("is switched off, changed and removed", async () => {
    const { save } = await open({ guidance: [refunds, { ...refunds, title: "Other" }] });
    fireEvent.click(screen.getByRole("switch", { name: "Refunds" }));
    const list = screen.getByRole("list", { name: "Guidance" });
    fireEvent.click(
      within(list).getAllByRole("menuitem", { name: "Remove", hidden: true })[1] as HTMLElement, // two rules have one each
    );
    fireEvent.click(within(list).getByRole("menuitem", { name: "Edit", hidden: true }));
    type(/^Name/, "Vouchers");
    press("Done");
    expect((await save()).guidance).toEqual([{ ...refunds, title: "Vouchers", isEnabled: false }]);
  });
});

describe("the guard rails", () => {
  it("block topics by their words, with words of one's own", async () => {
    const { save } = await open();
    expect(screen.queryByLabelText(/^Answer instead/)).toBeNull();
    press("Block a topic");
    type(/^Topic/, "Law");
    type(/^Words that mark it/, "sue*\nlawyer");
    press("Block");
    type(/^Answer instead/, "Ask a lawyer.");
    expect((await save()).guardrails).toEqual({
      blockedTopics: [{ name: "Law", words: ["sue*", "lawyer"] }],
      ...{ refusal: "Ask a lawyer.", hidesPersonalData: false },
    });
  });

  it("hide personal data", async () => {
    const { save } = await open();
    fireEvent.click(screen.getByRole("switch", { name: "Hide personal data from the model" }));
    expect((await save()).guardrails).toEqual({ ...defaultBehavior.guardrails, hidesPersonalData: true });
  });
});

describe("reply times", () => {
  it("are promised in minutes, an empty one not at all", async () => {
    const { save } = await open({ sla: { firstReplyMinutes: 30, nextReplyMinutes: 60 } }, {}, [
      "team",
      "Reply times (SLA)",
    ]);
    screen.getByText(/every hour counts/);
    type(/^First reply/, "15");
    type(/^Later replies/, "");
    expect((await save()).sla).toEqual({ firstReplyMinutes: 15, nextReplyMinutes: null });
  });
});

describe("knowledge and budget", () => {
  it("let a model rewrite follow-up questions, and no longer", async () => {
    const { save } = await open();
    const toggle = () => screen.getByRole("switch", { name: "Have a model rewrite follow-up questions" });
    expect(toggle().getAttribute("aria-checked")).toBe("false");
    fireEvent.click(toggle());
    expect(toggle().getAttribute("aria-checked")).toBe("true");
    expect((await save()).rewriting).toBe("model");
  });

  it("keep strictly to the sources", async () => {
    const { save } = await open();
    fireEvent.click(screen.getByRole("radio", { name: /^Only from the sources, checked/ }));
    expect((await save()).knowledge).toBe("strict");
  });

  it("are saved, an empty cap as none", async () => {
    const { save } = await open({ budget: { agentPerDay: 100, visitorPerDay: null } });
    fireEvent.click(screen.getByRole("radio", { name: /^Also what the model knows/ }));
    screen.getByText(/The built-in model only knows the sources/);
    type(/^For the whole agent/, "");
    type(/^For each visitor/, "12");
    const { knowledge, budget } = await save();
    expect({ knowledge, budget }).toEqual({
      knowledge: "general",
      budget: { agentPerDay: null, visitorPerDay: 12 },
    });
  });
});

it("warns about a budget too small for one message", async () => {
  await open({ model: "gpt-4o" });
  const field = (await screen.findByLabelText(/^For each visitor/)).closest("div") as HTMLElement; // it has a frame
  type(/^For each visitor/, "4");
  expect(field.textContent).toContain("One message of GPT-4o costs 5, so it never answers.");
  type(/^For each visitor/, "5");
  expect(field.textContent).not.toContain("GPT-4o");
});

it.each([
  ["by the fallback that was chosen", true, "Claude 4 Opus"],
  ["by the built-in one where the fallback has no key, too", false, "The built-in model"],
])("a model without a key is stood in for %s", async (_, isAvailable, next) => {
  const items = languageModels.map((model) => ({
    ...model,
    isAvailable: isAvailable && model.provider === "anthropic",
  }));
  await open(
    { model: "gpt-4o", fallbackModel: "claude-4-opus" },
    { "GET /api/console/v1/org/o1/models": { items } },
    ["", "Purpose"],
  );
  const said = await screen.findByText(/There is no key for GPT-4o/);
  expect(said.textContent).toContain(`There is no key for GPT-4o. ${next} answers until`);
});
