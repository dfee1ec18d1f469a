import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Citation, Message } from "../../../../shared/contract/conversations/conversations.ts";
import type { Role } from "../../../../shared/domain/access.ts";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { reset } from "../../../state/platform/resource.ts";
import { sharedSources } from "../../../state/knowledge/sharedSources.ts";

const page = { url: "https://shop.test/tents?utm_source=news", title: "Tents" };
const thread = makeThread({ id: "thread-1", agentId, page, device: "Safari on iPhone" });

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  const shared = { id: "source-2", name: "Company", kind: "text", isUsed: true };
  server.on("GET datasources/shared", {
    body: { items: [shared], page: { page: 1, limit: 100, total: 1 } },
  });
});
afterEach(() => {
  closeInbox();
  reset(sharedSources);
  vi.unstubAllGlobals();
});

const cite = (pageId: string, part: Partial<Citation> = {}): Citation => ({
  ...{ number: 1, sourceId: "source-1", pageId, passageId: `${pageId}-1`, title: `Page ${pageId}` },
  ...{ headings: [], url: null, quote: "", position: null, ...part },
});
const answer = (position: number, citations: Citation[]) =>
  makeMessage({ threadId: "thread-1", position, content: `Answer ${position}`, citations });

async function open(messages: Message[], ...roles: Role[]) {
  serveInbox(server, { thread: () => thread, messages });
  await openInbox(server, "inbox/conversations/thread-1", roles.length > 0 ? roles : ["owner"]);
  await screen.findByText("Safari on iPhone");
}
const panel = () => screen.findByRole("region", { name: "Sources used" });

describe("what is known beside a conversation", () => {
  it("has the pages that its answers cite, the most cited first, each where it is kept", async () => {
    await open([
      answer(1, [cite("p1"), cite("p2", { number: 2, sourceId: "source-2" })]),
      answer(2, [cite("p2", { sourceId: "source-2" }), cite("p2", { number: 2, sourceId: "source-2" })]),
    ]);
    const shown = within(await panel());
    const rows = () => shown.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows()).toEqual(["Page p22 answers", "Page p11 answer"]);
    const href = (name: string) => shown.getByRole("link", { name }).getAttribute("href");
    expect(href("Page p1")).toBe(`/accounts/${orgId}/cp/${agentId}/datasources?source=source-1&shown=p1`);
    await waitFor(() =>
      expect(href("Page p2")).toBe(`/accounts/${orgId}/account/datasources?source=source-2&shown=p2`),
    );
  });

  it.each<[string, Role[]]>([
    ["who may not look into the data sources", ["support"]],
    ["whom the role guard keeps to the conversations", ["support", "collaborator"]],
  ])("names them for %s, and asks for nothing more", async (_, roles) => {
    await open([answer(1, [cite("p1")])], ...roles);
    const shown = within(await panel());
    expect(shown.getByText("Page p1")).toBeTruthy();
    expect(shown.queryByRole("link")).toBeNull();
    expect(server.requests.some(({ path }) => path === "datasources/shared")).toBe(false);
  });

  it("has device, page and campaign, and no sources where none were cited", async () => {
    await open([answer(1, [])]);
    const details = within(screen.getByRole("complementary", { name: "Details" }));
    const factOf = (name: string) => details.getByText(name).nextElementSibling?.textContent;
    expect([factOf("Page"), factOf("Device"), factOf("Source")]).toEqual([
      "Tents",
      "Safari on iPhone",
      "news",
    ]);
    expect(screen.queryByRole("region", { name: "Sources used" })).toBeNull();
  });
});
