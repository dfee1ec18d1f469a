import { expect, vi } from "vitest";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import type { KeyScope } from "../../../../shared/domain/keyScopes.ts";
import type { Sample } from "../files/attachments.ts";
import { say as answerByModel } from "../../models/modelProvider.ts";
import { newClientId } from "../threads/talks.ts";
import type { TalkingServer } from "../threads/talks.ts";

export interface Sent {
  data?: unknown;
  /** Another key than the program's own. */
  key?: string;
  headers?: Record<string, string>;
  agentId?: string;
}

/** Where a file is to be uploaded, as the contract has it. */
export interface Target {
  attachmentId: string;
  url: string;
  fields: Record<string, string>;
}

export type Program = ReturnType<typeof createProgram>;

/** Another program with an API key, which asks about one agent as a command line does: nothing is signed, typed or retried. */
export function createProgram(talk: TalkingServer, { agentId: own, key }: { agentId: string; key: string }) {
  function ask(
    method: string,
    path: string,
    { data, key: by = key, headers, agentId = own }: Sent = {},
  ): Promise<Response> {
    const { organizationId } = talk.owner;
    return talk.server.request(`/api/console/v1/org/${organizationId}/copilotapps/${agentId}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${by}`,
        ...(data !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(data !== undefined && { body: JSON.stringify({ data }) }),
    });
  }

  async function read<Answer>(path: string): Promise<Answer> {
    const answer = await ask("GET", path);
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Answer; // held to the contract by the server of tests
  }

  async function put({ url, fields }: Target, bytes: Buffer, contentType = fields["content-type"] ?? "") {
    const headers = { "content-type": contentType };
    return (await talk.server.request(url, { method: "PUT", body: new Uint8Array(bytes), headers })).status;
  }

  /** Uploads a file for a visitor, or for the team where none is named; announced twice, as one that is tried again. */
  async function upload(sample: Sample, whose: object | null): Promise<string> {
    const path = whose === null ? "/attachments" : "/visitorattachments";
    const headers = { "Idempotency-Key": newClientId() };
    const announce = () => ask("POST", path, { data: { ...toldOf(sample), ...whose }, headers });
    const target = await dataOf<Target>(await announce());
    expect((await dataOf<Target>(await announce())).attachmentId).toBe(target.attachmentId);
    expect(await put(target, sample.bytes)).toBe(204);
    return target.attachmentId;
  }

  async function untilLast(path: string, wanted: Partial<Message>): Promise<void> {
    const isThere = async () => {
      const last = (await read<{ items: Message[] }>(path)).items.at(-1);
      return Object.entries(wanted).every(([name, value]) => last?.[name as keyof Message] === value);
    };
    await vi.waitUntil(isThere);
  }

  /** Begins a conversation that was answered. */
  async function begin(answer = "Yes."): Promise<Thread> {
    (await talk.useProvider()).script(answerByModel("chat", [answer]));
    const sent = { contact: { name: "Bo" }, clientId: newClientId(), content: "Hello" };
    const { thread } = await dataOf<{ thread: Thread }>(await ask("POST", "/threads", { data: sent }));
    await untilLast(`/threads/${thread.id}/messages`, { status: "sent", content: answer });
    return thread;
  }

  return { ask, read, put, upload, untilLast, begin };
}

interface KeyMade {
  by?: TalkingServer["owner"];
  agentIds?: string[];
}

/** Makes an API key and gives it. */
export async function makeApiKey(
  talk: TalkingServer,
  scopes: KeyScope[],
  { by = talk.owner, agentIds }: KeyMade = {},
): Promise<string> {
  const body = { data: { name: "App", scopes, agentIds: agentIds ?? null } };
  return (await talk.server.as(by).call(createApiKey, { body })).data.key;
}

/** What is told of a file before it is uploaded. */
export function toldOf({ name, contentType, bytes }: Sample) {
  return { name, contentType, sizeBytes: bytes.length };
}

/** The data of an answer that went well. */
export async function dataOf<Data>(answer: Response): Promise<Data> {
  const body = (await answer.json()) as { data: Data }; // held to the contract by the server of tests
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** The error of one that did not. */
export async function errorOf(answer: Response): Promise<{ code: string; message: string }> {
  return ((await answer.json()) as { error: { code: string; message: string } }).error; // as the contract has it
}
