import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  apps,
  createPage,
  created,
  forgetBetweenTests,
  press,
  type,
} from "../tests/kit/agents/createPage.tsx";
import { openConsole } from "../tests/kit/console/openConsole.tsx";

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

forgetBetweenTests();

it("are searched by word and category, tell needs and uses, and become an agent", async () => {
  const { api } = await openConsole(`${createPage}?way=template`, {
    "GET /api/public/v1/templates": list,
    "GET /api/public/v1/templates/t1": { data: detail },
    "POST /api/public/v1/templates/e1/import": { data: created },
    [`GET ${apps}/a2`]: { data: created },
  });
  const card = await screen.findByRole("link", { name: /Bookshop/ });
  expect(card.textContent).toContain("Used 3 times");
  expect(card.textContent).toContain("Needs a key of OpenAI");
  fireEvent.change(screen.getByRole("combobox", { name: "Category" }), { target: { value: "sales" } });
  await waitFor(() => expect(api.last("GET /api/public/v1/templates")?.query.get("category")).toBe("sales"));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "book" } });
  await waitFor(() => expect(api.last("GET /api/public/v1/templates")?.query.get("search")).toBe("book"));
  const opener = await screen.findByRole("link", { name: /Bookshop/ });
  act(() => opener.focus());
  fireEvent.click(opener);
  await screen.findByRole("textbox", { name: "Your bookshop" });
  const heading = screen.getByRole("heading", { level: 3, name: "Bookshop" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const back = screen.getByRole("link", { name: "All templates" });
  act(() => back.focus());
  fireEvent.click(back);
  const again = await screen.findByRole("link", { name: /Bookshop/ });
  await waitFor(() => expect(document.activeElement).toBe(again));
  fireEvent.click(again);
  await screen.findByRole("textbox", { name: "Your bookshop" });
  await type("Name", "My reader");
  screen.getByText("The agent starts paused until all facts are filled in.");
  await type("Your bookshop", "Page & Sons");
  expect(screen.queryByText(/starts paused/)).toBeNull();
  press("Create agent");
  await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
  expect(api.last("POST /api/public/v1/templates/e1/import")?.body).toMatchObject({
    data: {
      ...{ name: "My reader", readsTexts: true },
      fills: [{ placeholder: "[Your bookshop]", text: "Page & Sons" }],
    },
  });
});

it("say so where none fits", async () => {
  const none = { items: [], page: { page: 1, limit: 24, total: 0 } };
  await openConsole(`${createPage}?way=template&search=zzz`, { "GET /api/public/v1/templates": none });
  await screen.findByText("No template fits");
});
