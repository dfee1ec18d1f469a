import { expect, it, vi } from "vitest";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import {
  eraseContact,
  getContact,
  listContacts,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { startThread } from "../../../../shared/contract/conversations/threads/startThread.ts";
import { listThreads, searchThreads } from "../../../../shared/contract/conversations/threads/threads.ts";
import { eraseAction } from "../../../../shared/domain/contacts.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../../kit/processes/spawnedApp.ts";
import { spawnServer } from "../../../kit/processes/spawnServer.ts";
import { newClientId } from "../../../kit/conversations/threads/talks.ts";

/** Three times as many as the job takes at once. */
const conversations = 60;

it("a server that is killed again and again while it erases a contact erases all of their data, and nobody else's (fault 1)", async () => {
  let server = await spawnServer({ env: spawnedOwner });
  const { owner, program, productId } = await openSpawnedApp(server);
  const params = { productId };
  const write = async (userId: string, content: string) => {
    const data = { contact: { userId }, clientId: newClientId(), content };
    const headers = { "Idempotency-Key": newClientId() };
    return (await clientOf(server, program).call(startThread, { params, body: { data }, headers })).data;
  };
  const kept = await write("other", "Where is my quixotry?");
  for (let number = 0; number < conversations; number += 1) await write("ada", `The zubrowka ${number}`);
  const ask = () => clientOf(server, owner);
  const count = async () => (await ask().call(listThreads, { params })).page.total;
  expect(await count()).toBe(conversations + 1);
  const { items } = await ask().call(listContacts, { params });
  const contactId = items.find(({ id }) => id !== kept.thread.contact.id)?.id ?? "";
  const person = { params: { ...params, contactId } };

  await ask().call(eraseContact, { ...person, query: { confirmed: "true" } });
  for (const left of [conversations + 1, conversations]) {
    await vi.waitUntil(async () => (await count()) <= left);
    await server.end("SIGKILL");
    server = await server.restart();
  }
  const isGone = async () => (await ask().send(getContact, person)).status === 404;
  await vi.waitUntil(isGone);
  const log = { query: { action: eraseAction } };
  await vi.waitUntil(async () => (await ask().call(listAuditEntries, log)).items.length > 0);
  expect(await count()).toBe(1);
  const find = (search: string) => ask().call(searchThreads, { params, query: { search } });
  expect((await find("zubrowka")).items).toEqual([]);
  expect((await find("quixotry")).items.map(({ thread }) => thread.id)).toEqual([kept.thread.id]);
});
