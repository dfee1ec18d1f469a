import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../../tests/kit/console/openConsole.tsx";

const app = "/api/console/v1/org/o1/copilotapps/a1";
const ana = { id: "u7", name: "Ana Weber", isOnline: true, open: 2, capacity: null };
const answers = {
  [`GET ${app}/assignees`]: { data: { people: [ana], teams: [{ id: "g1", name: "Support" }] } },
  [`PUT ${app}`]: { data: makeAgent({ revision: 2 }) },
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

async function open(more: Record<string, unknown> = {}) {
  const { api } = await openConsole("/accounts/o1/cp/a1/settings/team", {
    ...signedIn(["owner"], [makeAgent()]),
    ...{ ...answers, ...more },
  });
  await screen.findByRole("heading", { level: 2, name: "Assignment" });
  return api;
}

const choose = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("the assignment", () => {
  it("asks for the rules once somebody is to be given conversations, and is saved with the configuration", async () => {
    const api = await open();
    expect(screen.queryByLabelText(/^Conversations at once$/)).toBeNull();
    choose(/^Given to/, "leastBusy");
    await screen.findByRole("option", { name: "Support" });
    choose(/^Among/, "g1");
    choose(/^Conversations at once$/, "3");
    choose(/^Offline for/, "30");
    fireEvent.click(screen.getByRole("switch", { name: "Show visitors their place in the queue" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${app}`)).toBeDefined());
    expect(api.last(`PUT ${app}`)?.body).toMatchObject({
      data: {
        configuration: {
          assignment: {
            ...{ mode: "leastBusy", teamId: "g1", capacity: 3, returnAfterMinutes: 30, tellsPlace: false },
          },
        },
      },
    });
  });

  it("gives a person a number of their own at once, and says where that fails", async () => {
    const own = `PUT ${app}/assignees/u7`;
    const api = await open({ [own]: failWith("unavailable") });
    choose(/^Given to/, "turns");
    const label = "Conversations at once of Ana Weber";
    const field = await screen.findByLabelText(label);
    screen.getByText("Online · 2 conversations");
    expect(field.getAttribute("placeholder")).toBe("5");
    fireEvent.change(field, { target: { value: "8" } });
    fireEvent.blur(screen.getByLabelText(label));
    await screen.findByText("This could not be saved.");
    api.answer({ [own]: { data: { ...ana, capacity: 8 } } });
    fireEvent.blur(screen.getByLabelText(label));
    await screen.findByText("Saved for Ana Weber");
    expect(api.last(own)?.body).toEqual({ data: { capacity: 8 } });
    expect(screen.queryByText("This could not be saved.")).toBeNull();
  });
});
