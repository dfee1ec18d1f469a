import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../tests/kit/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/openConsole.tsx";

const agent = "/api/console/v1/org/o1/copilotapps/a1";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the sections of the configuration", () => {
  it("are found by what people call them, those of the look under Deploy", async () => {
    await openConsole("/accounts/o1/cp/a1/settings", signedIn(["owner"], [makeAgent()]));
    const links = () => within(screen.getByRole("navigation", { name: "Settings" })).getAllByRole("link");
    await screen.findByRole("heading", { level: 2, name: "Budget" });
    expect(links()).toHaveLength(14);
    const search = (value: string) =>
      fireEvent.change(screen.getByLabelText("Find a setting"), { target: { value } });
    search("privacy");
    await waitFor(() =>
      expect(links().map(({ textContent }) => textContent)).toEqual(["Guard rails", "Keeping conversations"]),
    );
    expect(screen.queryByRole("heading", { level: 2, name: "Budget" })).toBeNull();
    search("greeting");
    await screen.findByText("No setting of this page is called so.");
    expect(links()[0]?.getAttribute("href")).toBe("/accounts/o1/cp/a1/deploy?group=words");
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
