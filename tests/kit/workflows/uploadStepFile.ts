import { expect } from "vitest";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import type { StepFile } from "../../../shared/domain/workflows/steps.ts";
import type { Sample } from "../conversations/files/attachments.ts";
import type { Member } from "../factories.ts";
import type { TestServer } from "../server.ts";

/** Uploads a file for a workflow's message, as the step's form does. */
export async function uploadStepFile(
  server: TestServer,
  member: Member,
  { name, contentType, bytes }: Sample,
): Promise<StepFile> {
  const file = { name, contentType, sizeBytes: bytes.length };
  const body = { data: { ...file, keptBy: "workflows" as const } };
  const { fileId, url, method, fields } = await server.as(member).call(initUpload, { body });
  const { pathname, search } = new URL(url, server.origin);
  const init = { method, headers: fields, body: new Uint8Array(bytes) };
  expect((await server.request(pathname + search, init)).ok).toBe(true);
  return { fileId, ...file };
}
