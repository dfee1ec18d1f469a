import { StrictMode } from "react";
import { act, render, screen } from "@testing-library/react";
import { proxy, useSnapshot } from "valtio";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../../shared/client/requestError.ts";
import { countChanges } from "./countChanges.ts";
import { Loaded } from "./Loaded.tsx";
import { useFlag } from "./useFlag.ts";

type Resource = Parameters<typeof Loaded<string>>[0]["resource"];

const resources = {
  loading: { status: "loading", data: null, error: null },
  ready: { status: "ready", data: "the data", error: null },
  again: { status: "loading", data: "the data", error: null },
  failed: {
    status: "failed",
    data: null,
    error: new RequestError("internal", "Broken.", { requestId: "r1" }),
  },
  failedAgain: { status: "failed", data: "the data", error: new RequestError("internal", "Broken.") },
  forbidden: { status: "failed", data: null, error: new RequestError("forbidden", "No.") },
} satisfies Record<string, Resource>;

function draw(resource: Resource) {
  return (
    <Loaded resource={resource} needs="agents.update" skeleton={<i>skeleton</i>} onRetry={() => undefined}>
      {(data) => <b>{data}</b>}
    </Loaded>
  );
}

describe("what is read from the server", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each<[keyof typeof resources, string[], string[]]>([
    ["loading", ["skeleton"], ["the data"]],
    ["ready", ["the data"], ["skeleton"]],
    ["again", ["the data"], ["skeleton"]],
    ["failed", ["Broken.", "Request r1", "Retry"], ["skeleton"]],
    ["failedAgain", ["Broken.", "the data"], ["skeleton"]],
    ["forbidden", ["You need Owner, Admin, or Advisor. Ask: an owner of your organization."], ["No."]],
  ])("is drawn while %s", (name, there, notThere) => {
    render(draw(resources[name]));
    for (const text of there) screen.getByText(text);
    for (const text of notThere) expect(screen.queryByText(text)).toBeNull();
  });

  it.each([
    [100, 0, "the data"],
    [200, 0, "skeleton"],
    [200, 249, "skeleton"],
    [200, 251, "the data"],
    [500, 1, "the data"],
  ])("that came after %i ms shows, %i ms later, %s", (cameAfterMs, laterMs, shown) => {
    const { rerender } = render(draw(resources.loading));
    act(() => void vi.advanceTimersByTime(cameAfterMs));
    rerender(draw(resources.ready));
    act(() => void vi.advanceTimersByTime(laterMs));
    screen.getByText(shown);
  });

  it("shows what changed while its skeleton was held, of which the screen around it reads another part", async () => {
    const state = proxy<Kept>({ status: "loading", data: null, error: null });
    render(<People state={state} />);
    await act(() => vi.advanceTimersByTimeAsync(200));
    await act(
      async () => void Object.assign(state, { status: "ready", data: [{ name: "Visitor", unread: 1 }] }),
    );
    screen.getByText("1 unread");
    await act(async () => void (state.data = [{ name: "Ada", unread: 1 }]));
    await act(() => vi.advanceTimersByTimeAsync(300));
    screen.getByText("Ada");
  });
});

interface Kept {
  status: "loading" | "ready";
  data: { name: string; unread: number }[] | null;
  error: null;
}

function People({ state }: { state: Kept }) {
  const resource = useSnapshot(state);
  const unread = resource.data?.filter((one) => one.unread > 0).length;
  return (
    <>
      <p>{unread} unread</p>
      <Loaded resource={resource} needs="agents.update" skeleton={null} onRetry={() => undefined}>
        {(people) => people.map((person, index) => <Row key={index} person={person} />)}
      </Loaded>
    </>
  );
}

function Row({ person }: { person: { name: string } }) {
  return <b>{person.name}</b>;
}

describe("a flag for the next page", () => {
  function Page() {
    return <p>{useFlag("flag") ? "set" : "not set"}</p>;
  }

  it("is there however often the page is drawn, and gone for the page after it", () => {
    sessionStorage.setItem("flag", "true");
    const { unmount } = render(
      <StrictMode>
        <Page />
      </StrictMode>,
    );
    screen.getByText("set");
    unmount();
    render(<Page />);
    screen.getByText("not set");
  });
});

describe("the count of changes", () => {
  it.each([
    [{ a: 1, b: 2 }, { a: 1, b: 2 }, 0],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, 1],
    [{ a: { c: 1, d: 2 } }, { a: { c: 2, d: 3 } }, 1],
    [{ a: [1, 2] }, { a: [2, 1] }, 1],
    [{ a: 1 }, { a: 1, b: 0 }, 1],
  ])("between %j and %j is %i", (saved, typed, count) => {
    expect(countChanges<object>(saved, typed)).toBe(count);
  });
});
