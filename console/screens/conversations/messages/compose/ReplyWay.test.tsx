import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { ReplyChannel, ThreadChannel } from "../../../../../shared/contract/channels/channels.ts";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  openInbox,
  serveInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../../tests/kit/samples.ts";

afterEach(closeInbox);

const contact = makeContact({ id: "c1", name: "Mia" });
const closedWhatsapp: ThreadChannel = {
  ...{ type: "whatsapp", address: "Mia", isOptedOut: false, deliveries: [], writableUntil: 1 },
};
const mail: ThreadChannel = {
  ...closedWhatsapp,
  type: "email",
  address: "mia@example.org",
  writableUntil: null,
};
const whatsapp: ReplyChannel = {
  ...{ type: "whatsapp", externalId: "US.1", address: "Mia", isCurrent: true, problem: null },
  isTemplatesOnly: true,
};
const email: ReplyChannel = {
  ...{ type: "email", externalId: "mia@example.org", address: "mia@example.org", isCurrent: false },
  ...{ problem: null, isTemplatesOnly: false },
};
const stopped = "They asked not to be contacted by SMS.";
const sms: ReplyChannel = { ...email, type: "sms", externalId: "+1", address: "+1", problem: stopped };

async function openReply(channel: ThreadChannel, items: ReplyChannel[]) {
  const theirs: Thread = {
    ...makeThread({ id: "thread-1", agentId, contact, surface: "whatsapp" }),
    handledBy: "human",
  };
  let now = { channel, items };
  const server = startConsoleServer();
  serveInbox(server, { thread: () => theirs });
  server.on("GET threads/thread-1/channel", () => ({ body: { data: now.channel } }));
  server.on("GET threads/thread-1/channel/choices", () => ({ body: { items: now.items } }));
  server.on("PUT threads/thread-1/channel", () => {
    now = { channel: mail, items: [{ ...email, isCurrent: true }, { ...whatsapp, isCurrent: false }, sms] };
    return { body: { data: mail } };
  });
  await openInbox(server, "inbox/conversations/thread-1");
  return server;
}

it("replies by mail once WhatsApp's window has closed, and says why a channel can't be chosen", async () => {
  const server = await openReply(closedWhatsapp, [email, whatsapp, sms]);
  const select = await screen.findByLabelText<HTMLSelectElement>("Reply by");
  expect(select.selectedOptions[0]?.textContent).toBe("WhatsApp · Mia (templates only)");
  // Where replies go is said once.
  await screen.findByText("The reply window has closed");
  const valueOf = (label: string) => [...select.options].find(({ text }) => text === label)?.value ?? "";
  fireEvent.change(select, { target: { value: valueOf("SMS · +1") } });
  expect((await screen.findByText(/asked not to be contacted/)).textContent).toBe(`SMS · +1: ${stopped}`);
  expect(server.sent("PUT threads/thread-1/channel")).toEqual([]);
  fireEvent.change(select, { target: { value: valueOf("E-mail · mia@example.org") } });
  await waitFor(() => expect(select.selectedOptions[0]?.textContent).toBe("E-mail · mia@example.org"));
  expect(server.sent("PUT threads/thread-1/channel")).toEqual([
    { data: { type: "email", externalId: "mia@example.org" } },
  ]);
  expect(screen.queryByText(/reply window has closed/)).toBeNull();
  expect(screen.queryByText(/asked not to be contacted/)).toBeNull();
});

it("offers no choice where there is one channel, and previews the newest text as it is sent", async () => {
  const server = await openReply({ ...mail, type: "sms" }, [sms]);
  await screen.findByText("Replies go to mia@example.org by SMS");
  server.on("POST threads/thread-1/channel/preview", ({ body }) => {
    const { content } = (body as { data: { content: string } }).data; // as the console sends it
    const piece = {
      subject: null,
      files: ["map.png"],
      links: [],
      segments: { count: 2, encoding: "UCS-2" },
    };
    const isMarkdown = content.includes("*");
    return { body: { data: { type: "sms", pieces: [{ ...piece, isMarkdown, text: `Plain ${content}` }] } } };
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");
  const button = await screen.findByRole("button", { name: "Preview on SMS" });
  expect(screen.queryByLabelText("Reply by")).toBeNull();
  fireEvent.click(button);
  await screen.findByText("Write something to see it as SMS sends it.");
  expect(server.sent("POST threads/thread-1/channel/preview")).toEqual([]);
  fireEvent.change(field, { target: { value: "Hi" } });
  expect(await screen.findByText("Plain Hi")).toBeTruthy();
  expect(screen.getByText(/^1 message · 2 SMS segments · Contains/)).toBeTruthy();
  expect(screen.getByText("map.png")).toBeTruthy();
  fireEvent.change(field, { target: { value: "Hi there" } });
  expect(await screen.findByText("Plain Hi there")).toBeTruthy();
  // A channel that formats text shows it formatted.
  fireEvent.change(field, { target: { value: "Hi **you**" } });
  expect((await screen.findByText("you")).tagName).toBe("STRONG");
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(button);
  expect(screen.queryByText("you")).toBeNull();
});
