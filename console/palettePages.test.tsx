import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";
import { routes } from "./routes.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it("the palette finds every page in the list of routes that needs only an agent", async () => {
  await openConsole("/accounts/o1/cp/a1/overview", signedIn(["owner"], [makeAgent()]));
  fireEvent.click(await screen.findByRole("button", { name: "Search, command palette" }));
  const field = await screen.findByRole("combobox", { name: /^Search agents/ });
  const palette = within(screen.getByRole("dialog", { name: "Command palette" }));
  const pages = routes.filter(
    ({ frame, menu, path, title }) =>
      frame === "console" &&
      title !== "" &&
      !menu?.isUntilSetUp &&
      path.startsWith("/accounts/") &&
      !path.includes(":skillId"),
  );
  expect(pages.length).toBeGreaterThan(15);
  for (const { title, menu } of pages) {
    const label = menu?.label ?? title;
    fireEvent.change(field, { target: { value: label } });
    const found = palette.queryAllByRole("option").map(({ textContent }) => textContent);
    expect(found.join("|"), label).toContain(label);
  }
});
