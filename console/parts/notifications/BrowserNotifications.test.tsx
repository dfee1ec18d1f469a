import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browserNotifications, turnNotesOff } from "../../state/notifications/browserNotifications.ts";
import { BrowserNotifications } from "./BrowserNotifications.tsx";

let said: NotificationPermission;

class FakeNotification {
  static permission: NotificationPermission = "default";
  static async requestPermission() {
    return (FakeNotification.permission = said);
  }
}

beforeEach(() => {
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("isSecureContext", true);
  FakeNotification.permission = "default";
  turnNotesOff();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const toggle = () => screen.getByRole("switch", { name: "While the console is open in another tab" });

describe("the switch for notes of the browser's", () => {
  it("asks the browser's user with its press, and turns them off again", async () => {
    said = "granted";
    render(<BrowserNotifications />);
    screen.getByText(/^Off\./);
    fireEvent.click(toggle());
    await screen.findByText(/^On for /);
    expect(localStorage.getItem("browserNotes")).toBe("on");
    fireEvent.click(toggle());
    await screen.findByText(/^Off\./);
    expect(browserNotifications.state).toBe("off");
  });

  it("tells where to allow them if the browser blocks them", async () => {
    said = "denied";
    render(<BrowserNotifications />);
    fireEvent.click(toggle());
    await screen.findByText(/^Blocked\./);
    await waitFor(() => expect(screen.queryByRole("switch")).toBeNull());
  });

  it("appears again after they are allowed in the browser's settings", async () => {
    said = "denied";
    const { unmount } = render(<BrowserNotifications />);
    fireEvent.click(toggle());
    await screen.findByText(/^Blocked\./);
    FakeNotification.permission = "granted";
    fireEvent(document, new Event("visibilitychange"));
    await screen.findByText(/^Off\./);
    unmount();
    FakeNotification.permission = "denied";
    render(<BrowserNotifications />);
    await screen.findByText(/^Blocked\./);
  });
});
