import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PushState } from "../../../shared/contract/notifications/push.ts";
import { usualQuietHours } from "../../../shared/domain/quietHours.ts";
import type { QuietHours as Hours } from "../../../shared/domain/quietHours.ts";
import { moments } from "../../state/shell/moments.ts";
import { push } from "../../state/notifications/push.ts";
import { fill, reset } from "../../state/platform/resource.ts";
import { ownTimeZone } from "../timeZones.ts";
import { QuietHours } from "./QuietHours.tsx";

const state: PushState = {
  ...{ publicKey: "B", kinds: [], hidesText: false },
  ...{ quietHours: null, devices: [] },
};
const always = { ...usualQuietHours("UTC"), from: "00:00", to: "00:00" };
let sent: (Hours | null)[];
let refuses = false;
/** What answers wait for. */
let answering: Promise<void>;

beforeEach(() => {
  [sent, refuses, answering] = [[], false, Promise.resolve()];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    await answering;
    if (refuses)
      return Response.json({ error: { code: "unavailable", message: "Not now." } }, { status: 503 });
    const { data } = JSON.parse(String(body)) as { data: { quietHours: Hours | null } }; // the contract's
    sent.push(data.quietHours);
    return Response.json({ data: { ...state, ...data } });
  });
});
afterEach(() => {
  reset(push);
  moments.timeZone = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(quietHours: Hours | null) {
  fill(push, { ...state, quietHours });
  render(<QuietHours orgId="o1" />);
}

const toggle = () => screen.getByRole("switch", { name: "Quiet hours" });
const day = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

describe("quiet hours in the settings", () => {
  it("are turned on for every night by the clocks of this device, and off again", async () => {
    open(null);
    screen.getByText("Off. You’re notified at any time.");
    fireEvent.click(toggle());
    await screen.findByLabelText("From");
    expect(sent).toEqual([usualQuietHours(ownTimeZone())]);
    fireEvent.click(toggle());
    await screen.findByText("Off. You’re notified at any time.");
    expect(sent[1]).toBeNull();
  });

  it("say plainly that it is quiet now", () => {
    open(always);
    const said = within(screen.getByRole("region", { name: "Quiet hours" })).getByRole("status");
    expect(said.textContent).toMatch(
      /^Always quiet\. No sounds, browser notifications or push notifications on any/,
    );
    expect(said.textContent).toMatch(/The bell and counts still work\.$/);
    screen.getByText("the whole day");
  });

  it("say that it is not quiet now, and when it will be", () => {
    const inThreeDays = ((new Date().getUTCDay() + 2) % 7) + 1;
    open({ ...always, days: [inThreeDays] });
    screen.getByText(/^Not quiet now\. Starts .+\. No sounds/);
  });

  it("take a time once it is left, and days at once, but always keep one", async () => {
    open({ ...usualQuietHours("UTC"), days: [1, 2] });
    const from = screen.getByLabelText("From");
    fireEvent.change(from, { target: { value: "21:30" } });
    expect(sent).toEqual([]);
    fireEvent.blur(from);
    await waitFor(() => expect(sent).toMatchObject([{ from: "21:30", to: "07:00", days: [1, 2] }]));
    fireEvent.click(day("Sunday"));
    expect(day("Sunday").checked).toBe(true);
    await waitFor(() => expect(sent[1]?.days).toEqual([1, 2, 7]));
    fireEvent.click(day("Monday"));
    fireEvent.click(day("Sunday"));
    expect(day("Tuesday").disabled).toBe(true);
    await waitFor(() => expect(push.data?.quietHours?.days).toEqual([2]));
  });

  it("keep each of several choices that are made before the first is answered", async () => {
    const first = Promise.withResolvers<void>();
    answering = first.promise;
    open({ ...usualQuietHours("UTC"), days: [1, 2] });
    for (const [label, value] of [
      ["From", "21:30"],
      ["To", "06:15"],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      fireEvent.blur(screen.getByLabelText(label));
    }
    fireEvent.click(day("Saturday"));
    fireEvent.click(day("Sunday"));
    expect([day("Saturday").checked, day("Sunday").checked]).toEqual([true, true]);
    first.resolve();
    const all = { from: "21:30", to: "06:15", days: [1, 2, 6, 7] };
    await waitFor(() => expect(push.data?.quietHours).toMatchObject(all));
    // Those between were never of use to anybody.
    expect(sent).toMatchObject([{ from: "21:30", to: "07:00", days: [1, 2] }, all]);
    expect(day("Sunday").checked).toBe(true);
  });

  it("go back to what is saved where the last choice was refused", async () => {
    const first = Promise.withResolvers<void>();
    answering = first.promise;
    open({ ...usualQuietHours("UTC"), days: [1, 2] });
    fireEvent.click(day("Saturday"));
    fireEvent.click(day("Sunday"));
    refuses = true;
    first.resolve();
    await screen.findByText("Your changes weren’t saved.");
    expect([day("Saturday").checked, day("Sunday").checked]).toEqual([false, false]);
    refuses = false;
    fireEvent.click(day("Sunday"));
    await waitFor(() => expect(push.data?.quietHours?.days).toEqual([1, 2, 7]));
    expect(screen.queryByText("Your changes weren’t saved.")).toBeNull();
  });

  it("name the zone whose clocks they go by", () => {
    moments.timeZone = "America/New_York";
    open(usualQuietHours("UTC"));
    screen.getByText("Times in America/New York, the time zone of your profile.");
  });

  it("keep their time zone on any device, until this device's is chosen", async () => {
    const zone = "Pacific/Kiritimati";
    // There it is 2:00 on a Tuesday.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 8, 21, 12) });
    open({ from: "00:00", to: "23:45", timeZone: zone, days: [2] });
    screen.getByText("Times in Pacific/Kiritimati.");
    expect(screen.getByRole("status").textContent).toMatch(/^Quiet until (11:45.PM|23:45)/);
    fireEvent.click(day("Monday"));
    await waitFor(() => expect(sent[0]?.timeZone).toBe(zone));
    fireEvent.click(screen.getByRole("button", { name: `Use this device’s: ${ownTimeZone()}` }));
    await waitFor(() => expect(push.data?.quietHours?.timeZone).toBe(ownTimeZone()));
    expect(screen.queryByRole("button", { name: /^Use this device/ })).toBeNull();
    expect(document.activeElement?.textContent).toMatch(/^Times in /);
  });

  it("say that they were not saved", async () => {
    refuses = true;
    open(null);
    fireEvent.click(toggle());
    await screen.findByText("Your changes weren’t saved.");
    screen.getByText("Off. You’re notified at any time.");
  });
});
