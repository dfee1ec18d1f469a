import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { authentication } from "../../../../console/state/accounts/authentication.ts";
import { connection } from "../../../../console/state/platform/connection.ts";
import { closeNotices, openNotices } from "../../../../console/state/notifications/notices.ts";
import { watchOutbox } from "../../../../console/state/conversations/messages/outboxWatch.ts";
import { endUndo } from "../../../../console/state/shell/undo.ts";
import { agentId, startConsoleServer } from "../../console/consoleServer.ts";
import type { ConsoleServer } from "../../console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../inbox/inboxServer.tsx";
import { session } from "../../console/openConsole.tsx";
import { makeContact, makeThread } from "../../samples.ts";

export const replyCall = "POST threads/thread-1/messages";

interface OutboxDesk {
  /** The server of the test that runs. */
  server: () => ConsoleServer;
  /** Opens Mia's conversation over a line that cuts each reply, and gives the field for one. */
  openCut: () => Promise<HTMLTextAreaElement>;
}

/** Has each test of a file answer Mia, the only visitor, by a server of its own. */
export function answerMia(): OutboxDesk {
  const contact = makeContact({ name: "Mia" });
  const thread = makeThread({ id: "thread-1", agentId, contact, handledBy: "human" });
  let server: ConsoleServer;
  let stop: () => void;

  beforeEach(() => {
    server = startConsoleServer();
    Object.assign(authentication, { user: session.user });
    openNotices(session.user._id);
    serveInbox(server, { thread: () => thread });
    server.on("POST threads/thread-1/typing", { body: null });
    stop = () => {};
  });
  afterEach(() => {
    stop();
    // While the server is still there: whoever leaves says so.
    cleanup();
    closeInbox();
    closeNotices();
    endUndo();
    Object.assign(authentication, { user: null });
    connection.isReachable = true;
    vi.unstubAllGlobals();
    sessionStorage.clear();
    localStorage.clear();
  });

  return {
    server: () => server,
    openCut: async () => {
      server.on(replyCall, "cut");
      await openInbox(server, "inbox/conversations/thread-1");
      stop = watchOutbox();
      return replyField();
    },
  };
}

export const replyField = () => screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");
