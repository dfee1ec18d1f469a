import * as v from "valibot";
import { threadExport } from "../../../shared/contract/threadExports.ts";
import type { ThreadExport } from "../../../shared/contract/threadExports.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../storage/signedAddress.ts";

/** Where conversations are saved: `.../{agentId}?ask&expires&signature`. */
export const exportPath = "/api/console/v1/threadexports";

/** As long as it takes a browser to begin; a download that has begun goes on. */
const goodForMs = 5 * 60_000;

export interface AskedExport {
  organizationId: string;
  agentId: string;
  /** Who asked: they must still be allowed to when it is read. */
  userId: string;
  export: Omit<ThreadExport, "threadIds">;
  /** Under which it is kept which conversations it is of, where they were named. */
  chosenId?: string | undefined;
}

/** Gives an address that saves just this, and when it ends. */
export function makeExportAddress(
  key: Uint8Array,
  { organizationId, agentId, userId, chosenId, export: wanted }: AskedExport,
  now: number,
): { url: string; expiresAt: number } {
  const ask = Buffer.from(JSON.stringify({ userId, chosenId, export: wanted })).toString("base64url");
  const expiresAt = now + goodForMs;
  const address = { key, path: exportPath, organizationId, id: agentId };
  return { url: `${makeAddress(address, ["threads", ask], expiresAt)}&ask=${ask}`, expiresAt };
}

/** Gives what an address asks for; null for one that is old or was changed. */
export function readExportAddress(
  key: Uint8Array,
  { agentId, search, now }: { agentId: string; search: URLSearchParams; now: number },
): AskedExport | null {
  const organizationId = readOrganization(search);
  const ask = search.get("ask") ?? "";
  if (!isGoodAddress({ key, organizationId, id: agentId }, ["threads", ask], { search, now })) return null;
  const read = v.parse(asked, JSON.parse(Buffer.from(ask, "base64url").toString()));
  return { organizationId, agentId, ...read };
}

const asked = v.object({ userId: v.string(), chosenId: v.optional(v.string()), export: threadExport });
