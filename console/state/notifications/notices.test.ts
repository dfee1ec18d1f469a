import { beforeEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../../../shared/client/requestError.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { clearNotices, closeNotices, note, noteError, notices, openNotices, readNotices } from "./notices.ts";

const texts = () => notices.items.map(({ text }) => text);
/** The tab's storage is written a moment after a change. */
const written = () => vi.waitFor(() => expect(sessionStorage.getItem("notices:u1")).toContain("Saved"));

beforeEach(() => {
  closeNotices();
  sessionStorage.clear();
});

describe("the bell", () => {
  it("keeps toasts and errors after they are gone, the newest first, and counts only what others or jobs did", () => {
    openNotices("u1");
    showToast("Saved");
    noteError(new RequestError("internal", "It went wrong.", { requestId: "req-1" }));
    expect(notices.items).toMatchObject([
      { text: "It went wrong.", tone: "danger", requestId: "req-1", isRead: false },
      { text: "Saved", tone: "success", isRead: true },
    ]);
    note({ text: "Help pages are synced.", tone: "success" });
    expect(notices.items.filter(({ isRead }) => !isRead)).toHaveLength(2);
    readNotices();
    expect(notices.items.every(({ isRead }) => isRead)).toBe(true);
    clearNotices();
    expect(texts()).toEqual([]);
  });

  it.each(["cancelled", "offline", "unauthenticated", "invalid_input"] as const)(
    "leaves errors of the kind %s to their page",
    (code) => {
      openNotices("u1");
      noteError(new RequestError(code, "No."));
      expect(texts()).toEqual([]);
    },
  );

  it("keeps the same words once, where they come at once", () => {
    openNotices("u1");
    for (let times = 0; times < 3; times += 1) noteError(new RequestError("internal", "It went wrong."));
    expect(texts()).toEqual(["It went wrong."]);
  });

  it("keeps fifty at most", () => {
    openNotices("u1");
    for (let at = 0; at < 60; at += 1) showToast(`Toast ${at}`);
    expect(notices.items).toHaveLength(50);
    expect(texts()[0]).toBe("Toast 59");
  });

  it("has them again after a reload of the tab, for the same user only", async () => {
    openNotices("u1");
    showToast("Saved");
    await written();
    vi.resetModules();
    const anew = await import("./notices.ts");
    anew.openNotices("u2");
    expect(anew.notices.items).toEqual([]);
    anew.openNotices("u1");
    expect(anew.notices.items.map(({ text }) => text)).toEqual(["Saved"]);
  });

  it("is empty, and the tab keeps nothing, once the user has left", async () => {
    openNotices("u1");
    showToast("Saved");
    await written();
    closeNotices();
    showToast("After");
    expect(texts()).toEqual([]);
    expect(sessionStorage.getItem("notices:u1")).toBeNull();
  });
});
