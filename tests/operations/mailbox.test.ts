import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { updateChannel } from "../../shared/contract/channels/channels.ts";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { listMessages, listThreads } from "../../shared/contract/conversations/threads/threads.ts";
import { mailboxPassword, mailboxUser } from "../kit/channels/imapServer.ts";
import { startTalkingServer } from "../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../kit/conversations/threads/talks.ts";
import { stores } from "../kit/database/stores.ts";
import { startMailServer } from "../kit/network/mailServer.ts";
import type { MailServer } from "../kit/network/mailServer.ts";
import { explainMissing, startDovecot } from "./startDovecot.ts";
import type { Dovecot } from "./startDovecot.ts";

const within = { interval: 100 };
const missing = explainMissing();

function writeMail(text: string, name = "ada"): string {
  return [
    ...[`From: ${name} <${name}@example.org>`, `To: ${mailboxUser}`, "Subject: A question"],
    ...[`Message-ID: <${name}@example.org>`, "MIME-Version: 1.0"],
    ...['Content-Type: multipart/mixed; boundary="part"', "", "--part"],
    ...["Content-Type: text/plain; charset=utf-8", "", text, "--part"],
    ...['Content-Type: text/csv; name="prices.csv"', "Content-Disposition: attachment; filename=prices.csv"],
    ...["", "bike,900", "--part--", ""],
  ].join("\n");
}

describe.skipIf(missing !== null)(`a mailbox of Dovecot's${missing ? `, ${missing}` : ""}`, () => {
  let dovecot: Dovecot;
  let smtp: MailServer;
  let talk: TalkingServer;
  let agent: Agent;
  beforeEach(async () => {
    [dovecot, smtp] = await Promise.all([startDovecot(), startMailServer()]);
    const [store] = stores();
    if (!store) throw new Error("There is no store.");
    talk = await startTalkingServer(store, {
      mail: { smtpUrl: smtp.url, from: undefined },
      egressAllow: ["127.0.0.0/8"],
    });
    agent = await talk.createAgent("pilothouse-builtin");
  });
  afterEach(() => Promise.all([dovecot?.stop(), smtp?.stop()]));

  const team = () => talk.server.as(talk.owner);

  async function connect(password: string, revision: number) {
    const params = { productId: agent.id, surfaceType: "email" };
    const settings = { address: mailboxUser, host: "127.0.0.1", port: String(dovecot.port) };
    const body = { data: { revision, enabled: true, settings, secrets: { password } } };
    return (await team().call(updateChannel, { params, body })).data;
  }

  async function findCursor(): Promise<string | null> {
    const channels = talk.server.store.db.selectFrom("channels").select("cursor");
    return (await channels.where("agentId", "=", agent.id).executeTakeFirst())?.cursor ?? null;
  }

  async function readAll() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const read = items.map(async ({ id: threadId }) => {
      const params = { productId: agent.id, threadId };
      return (await team().call(listMessages, { params })).items.filter(({ role }) => role === "user");
    });
    return (await Promise.all(read)).flat();
  }
  /** What was written, without the subject, which comes first in a new conversation. */
  const said = async () => (await readAll()).map(({ content }) => content.split("\n\n").at(-1)).toSorted();

  it("is read from now on, each mail once with its files", async () => {
    expect(await connect("wrong", 0)).toMatchObject({
      state: "broken",
      problem: "The IMAP server does not take the user name and password.",
    });
    await dovecot.deliver(writeMail("What was there before", "old"));
    expect(await connect(mailboxPassword, 1)).toMatchObject({ state: "connected" });
    await vi.waitFor(async () => expect(await findCursor()).not.toBeNull(), within);
    // One comes while the mailbox is watched, and several at once.
    await dovecot.deliver(writeMail("Is it open?", "ada"));
    await vi.waitFor(async () => expect(await said()).toEqual(["Is it open?"]), within);
    await Promise.all(["bo", "cy", "di"].map((name) => dovecot.deliver(writeMail(`I am ${name}`, name))));
    const all = ["I am bo", "I am cy", "I am di", "Is it open?"];
    await vi.waitFor(async () => expect(await said()).toEqual(all), within);
    const names = (await readAll()).map(({ attachments }) => attachments.map(({ name }) => name));
    expect(names).toEqual(all.map(() => ["prices.csv"]));
    await vi.waitFor(() => expect(smtp.letters).toHaveLength(4), within);
  });
});
