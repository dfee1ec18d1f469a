import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { makeContactDetail } from "../../../../tests/kit/samples.ts";
import { contacts, loadContacts } from "./contactList.ts";
import { contact } from "./contacts.ts";
import { watchContact, watchContacts } from "./contactsWatch.ts";
import { closeLive } from "../../platform/live.ts";
import { reset } from "../../platform/resource.ts";

const place = { orgId, agentId };

let server: ConsoleServer;
let name: string;

beforeEach(() => {
  vi.useFakeTimers();
  server = startConsoleServer();
  server.hasLiveEvents = false;
  name = "Ada";
  const named = () => makeContactDetail({ id: "c1", name });
  server.on("GET contacts/c1", () => ({ body: { data: named() } }));
  server.on("GET contacts", () => ({
    body: { items: [named()], page: { page: 1, limit: 25, total: 1 } },
  }));
});
afterEach(() => {
  closeLive();
  reset(contact);
  reset(contacts);
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const readings = (path: string) => server.requests.filter((request) => request.path === path).length;

describe("without live events", () => {
  it("is polled every few seconds for the shown person, until the page is left", async () => {
    const stop = watchContact({ ...place, contactId: "c1" });
    await vi.advanceTimersByTimeAsync(5000);
    expect(contact.data?.detail.name).toBe("Ada");
    name = "Ada Lovelace";
    await vi.advanceTimersByTimeAsync(5000);
    expect(contact.data?.detail.name).toBe("Ada Lovelace");
    stop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(readings("contacts/c1")).toBe(2);
  });

  it("asks for the list of everybody likewise", async () => {
    const stop = watchContacts(agentId, () => loadContacts(place, {}));
    await vi.advanceTimersByTimeAsync(5000);
    name = "Bo";
    await vi.advanceTimersByTimeAsync(5000);
    expect(contacts.data?.items[0]?.name).toBe("Bo");
    stop();
  });

  it("asks for nothing while the tab is hidden", async () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const stop = watchContact({ ...place, contactId: "c1" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(readings("contacts/c1")).toBe(0);
    stop();
  });
});

describe("with live events", () => {
  it("requests nothing without an event", async () => {
    server.hasLiveEvents = true;
    const stop = watchContact({ ...place, contactId: "c1" });
    await vi.advanceTimersByTimeAsync(1000);
    const before = readings("contacts/c1");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(readings("contacts/c1")).toBe(before);
    stop();
  });
});
