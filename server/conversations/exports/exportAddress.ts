import * as v from "valibot";
import type { AgentKey } from "../../agents/parts.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../storage/signedAddress.ts";

/** As long as it takes a browser to begin; a download that has begun continues. */
const goodForMs = 5 * 60_000;

export interface AskedExport<Wanted> extends AgentKey {
  /** Who asked: they must still be allowed to when it is read. */
  userId: string;
  export: Wanted;
  /** Under which it is kept what it is of, where that was named one by one. */
  chosenId?: string | undefined;
}

/** Where exports of a kind are saved: `{path}/{agentId}?ask&expires&signature`. */
export interface ExportAddress<Wanted> {
  path: string;
  /** Gives an address that saves just this, and when it ends. */
  make(key: Uint8Array, asked: AskedExport<Wanted>, now: number): { url: string; expiresAt: number };
  /** Gives what an address asks for; null for one that is old or was changed. */
  read(key: Uint8Array, given: GivenAddress): AskedExport<Wanted> | null;
}

interface GivenAddress {
  agentId: string;
  search: URLSearchParams;
  now: number;
}

/** Makes the addresses of one kind: none of another kind is good there. */
export function createExportAddress<Wanted>(
  kind: "threads" | "contacts" | "leads",
  { path, wanted }: { path: string; wanted: v.GenericSchema<unknown, Wanted> },
): ExportAddress<Wanted> {
  const schema = v.object({ userId: v.string(), chosenId: v.optional(v.string()), export: wanted });
  return {
    path,
    make(key, { organizationId, agentId, userId, chosenId, export: asked }, now) {
      const ask = Buffer.from(JSON.stringify({ userId, chosenId, export: asked })).toString("base64url");
      const expiresAt = now + goodForMs;
      const address = { key, path, organizationId, id: agentId };
      return { url: `${makeAddress(address, [kind, ask], expiresAt)}&ask=${ask}`, expiresAt };
    },
    read(key, { agentId, search, now }) {
      const organizationId = readOrganization(search);
      const ask = search.get("ask") ?? "";
      if (!isGoodAddress({ key, organizationId, id: agentId }, [kind, ask], { search, now })) return null;
      const read = v.parse(schema, JSON.parse(Buffer.from(ask, "base64url").toString()));
      return { organizationId, agentId, ...read };
    },
  };
}
