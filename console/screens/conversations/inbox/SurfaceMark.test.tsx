import { screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../tests/kit/samples.ts";

afterEach(closeInbox);

it.each([
  ["whatsapp", "WhatsApp"],
  ["hosted-web", "Hosted page"],
  ["widget", null],
  ["toString", null],
])("gives a conversation on %s the mark %s in the list", async (surface, name) => {
  const contact = makeContact({ id: "c1", name: "Mia" });
  const server = startConsoleServer();
  serveInbox(server, { thread: () => makeThread({ id: "thread-1", agentId, contact, surface }) });
  await openInbox(server, "inbox/conversations");
  const link = await screen.findByRole("link", { name: /Mia/ });
  if (name !== null) await within(link).findByRole("img", { name });
  else expect(within(link).getAllByRole("img")).toEqual([within(link).getByRole("img", { name: "Mia" })]);
});
