import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Replies } from "../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";
import { makeSubscription } from "../tests/kit/billing/plans.ts";

const keys = "/api/account/v1/org/o1/keys";
const refusal = "The provider refused this key. Enter another one, or have it checked again.";
const makeKey = (id: string, name: string, why: string | null) => ({
  ...{ id, organizationId: "o1", name, provider: "openai", baseUrl: null, lastFour: "abcd", refusal: why },
  ...{ checkedAt: 1, createdAt: 1, models: [], speechModels: [] },
});
const listOf = (...items: object[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });
const open = (path: string, list: object, who: Replies = signedIn()) =>
  openConsole(path, { ...who, [`GET ${keys}`]: list });

/** Lets time pass in the page, with what it asks for meanwhile. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe("a model key that its provider refuses", () => {
  it("is shown once above every screen, with a link to the key", async () => {
    await open(
      "/accounts/o1/cp/a1/overview",
      listOf(makeKey("k1", "Shop", refusal), makeKey("k2", "Lab", null)),
    );
    const said = await screen.findByText(/Model key “Shop”/);
    expect(said.textContent).toContain(refusal);
    expect(said.closest("[role=status]")).toBeTruthy();
    const link = within(said.parentElement as HTMLElement).getByRole("link", { name: "Model keys" }); // it stands in one
    expect(link.getAttribute("href")).toBe("/accounts/o1/account/models");
  });

  it("is shown on the page of the keys, only beside the key", async () => {
    await open("/accounts/o1/account/models", listOf(makeKey("k1", "Shop", refusal)));
    await screen.findByText(/The provider refused this key/);
    expect(screen.queryByText(/Model key “Shop”/)).toBeNull();
  });

  it("is counted with the others", async () => {
    await open("/accounts/o1", listOf(makeKey("k1", "Shop", refusal), makeKey("k2", "Lab", refusal)));
    await screen.findByText(/2 model keys don’t work/);
  });

  it("is shown within a minute on an open screen, and disappears once it works again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { api } = await open("/accounts/o1/cp/a1/overview", listOf(makeKey("k1", "Shop", null)));
    await waitFor(() => expect(api.last(`GET ${keys}`)).toBeTruthy());
    expect(screen.queryByText(/Model key “Shop”/)).toBeNull();
    api.answer({ [`GET ${keys}`]: listOf(makeKey("k1", "Shop", refusal)) });
    await pass(59_000);
    await screen.findByText(/Model key “Shop”/);
    api.answer({ [`GET ${keys}`]: listOf(makeKey("k1", "Shop", null)) });
    await pass(59_000);
    await waitFor(() => expect(screen.queryByText(/Model key “Shop”/)).toBeNull());
  });

  it("is no news for who can't mend it", async () => {
    const { api } = await open("/accounts/o1/cp/a1/overview", listOf(makeKey("k1", "Shop", refusal)), {
      ...signedIn(["collaborator"]),
      "GET /api/account/v1/org/o1/subscriptions": { data: makeSubscription({ status: "past_due" }) },
    });
    await screen.findByRole("complementary", { name: "Your plan" });
    expect(api.last(`GET ${keys}`)).toBeUndefined();
  });
});
