import { initTeamAttachment } from "../../../../shared/contract/conversations/files/attachments.ts";
import { initAttachment } from "../../../../shared/contract/conversations/conversations.ts";
import type { Member } from "../../factories.ts";
import type { TestServer } from "../../server.ts";
import type { TestVisitor } from "../threads/talks.ts";

/** A file as somebody has it. */
export interface Sample {
  name: string;
  contentType: string;
  bytes: Buffer;
}

export const png: Sample = {
  name: "lamp.png",
  contentType: "image/png",
  bytes: Buffer.from("\x89PNG\r\n\x1a\n and so on", "latin1"),
};
export const pdf: Sample = {
  name: "bill.pdf",
  contentType: "application/pdf",
  bytes: Buffer.from("%PDF-1.7\nand so on"),
};
export const csv: Sample = {
  name: "prices.csv",
  contentType: "text/csv",
  bytes: Buffer.from("lamp,12\ntent,90\n"),
};

export const recording: Sample = {
  name: "Voice message.webm",
  contentType: "audio/webm",
  bytes: Buffer.from("\x1a\x45\xdf\xa3 and so on", "latin1"),
};

/** Sends a file to where it was announced; gives the status. */
export async function putFile(
  server: TestServer,
  { url, contentType, bytes }: Omit<Sample, "name"> & { url: string },
): Promise<number> {
  const headers = { "content-type": contentType };
  return (await server.request(url, { method: "PUT", body: new Uint8Array(bytes), headers })).status;
}

/** Uploads a file of a visitor's and gives the id under which it is sent along. */
export async function uploadAsVisitor(
  server: TestServer,
  visitor: TestVisitor,
  { name, contentType, bytes, isForForm }: Sample & { isForForm?: boolean },
): Promise<string> {
  const body = { data: { name, contentType, sizeBytes: bytes.length, ...(isForForm && { isForForm }) } };
  const params = { productId: visitor.agentId };
  const { data } = await server.as(visitor).call(initAttachment, { params, body });
  const told = { url: data.url, contentType: data.fields["content-type"] ?? "", bytes };
  if ((await putFile(server, told)) !== 204) throw new Error("The upload was refused.");
  return data.attachmentId;
}

/** Uploads a file of a member's and gives the id under which it is sent along. */
export async function uploadAsMember(
  server: TestServer,
  { member, productId }: { member: Member; productId: string },
  sample: Sample,
): Promise<string> {
  const { name, contentType, bytes } = sample;
  const body = { data: { name, contentType, sizeBytes: bytes.length } };
  const { data } = await server.as(member).call(initTeamAttachment, { params: { productId }, body });
  const told = { url: data.url, contentType: data.fields["content-type"] ?? "", bytes };
  if ((await putFile(server, told)) !== 204) throw new Error("The upload was refused.");
  return data.attachmentId;
}
