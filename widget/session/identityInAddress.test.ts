import { afterEach, describe, expect, it, vi } from "vitest";
import { takeIdentityFromAddress } from "./identityInAddress.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe("a token behind the chat's own address", () => {
  it("is taken out of it at once, and all else stays", () => {
    history.replaceState(null, "", "/p/harbour?from=mail#storage=session&identity=a.b-c_d.e");
    expect(takeIdentityFromAddress("T")).toBe("a.b-c_d.e");
    expect(location.pathname + location.search + location.hash).toBe("/p/harbour?from=mail#storage=session");
  });

  it("is found again after a reload, in this tab only and for this chat only", () => {
    history.replaceState(null, "", "/p/harbour#identity=a.b.c");
    takeIdentityFromAddress("T");
    expect(takeIdentityFromAddress("T")).toBe("a.b.c");
    expect(takeIdentityFromAddress("other")).toBeNull();
    expect(localStorage.length).toBe(0);
    expect(Object.keys(sessionStorage)).toEqual(["ph:T:identity"]);
  });

  it("is not kept in a frame, whose page says it again", () => {
    vi.spyOn(window, "parent", "get").mockReturnValue({} as Window);
    history.replaceState(null, "", "/embed/T#identity=a.b.c");
    expect(takeIdentityFromAddress("T")).toBe("a.b.c");
    expect(sessionStorage.length).toBe(0);
    expect(takeIdentityFromAddress("T")).toBeNull();
  });

  it("is there though the browser denies every storage", () => {
    const deny = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", { setItem: deny, getItem: deny });
    history.replaceState(null, "", "/p/harbour#identity=a.b.c");
    expect(takeIdentityFromAddress("T")).toBe("a.b.c");
  });

  it("changes nothing where there is none", () => {
    history.replaceState({ own: 1 }, "", "/p/harbour#storage=none");
    expect(takeIdentityFromAddress("T")).toBeNull();
    expect(location.hash).toBe("#storage=none");
  });
});
