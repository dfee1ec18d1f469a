import {
  compareVersions,
  getVersion,
  listVersions,
  restoreVersion,
} from "../../shared/contract/agents/versions.ts";
import { diffVersions } from "../../shared/domain/versions/diffVersions.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { handle, type Route } from "../requests/handle.ts";
import type { AgentDeps } from "./calls.ts";
import { findAgent } from "./find.ts";
import { findVersion, readVersionNumber } from "./findVersion.ts";
import type { AgentKey } from "./parts.ts";
import { presentAgent } from "./present.ts";
import { presentVersion, presentVersionContent } from "./presentVersion.ts";
import { restore } from "./restore.ts";
import { freezeParts, readParts, toContent } from "./versionContent.ts";

type VersionDeps = Pick<AgentDeps, "store" | "now" | "parts" | "announce">;

/** The calls on an agent's versions: list, get, compare, restore. */
export function versionRoutes({ store, now, parts, announce }: VersionDeps): Route[] {
  /** The content of a version by its number, or of the draft. */
  async function readContent(db: Db, key: AgentKey, version: number | null) {
    if (version === null) {
      const agent = await findAgent(db, key);
      return toContent(agent.configuration, await freezeParts(db, key, parts));
    }
    const row = await findVersion(db, { ...key, version });
    return toContent(row.configuration, readParts(row.parts));
  }

  async function findAuthor(userId: string | null) {
    if (userId === null) return undefined;
    return store.db
      .selectFrom("users")
      .select(["firstName", "lastName"])
      .where("id", "=", userId)
      .executeTakeFirst();
  }

  return [
    handle(listVersions, async ({ caller, params, query }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const agent = await findAgent(store.db, key);
      const mine = store.reader
        .selectFrom("agentVersions")
        .where("organizationId", "=", key.organizationId)
        .where("agentId", "=", key.agentId);
      const rows = await mine
        .leftJoin("users", "users.id", "agentVersions.createdBy")
        .select(["version", "reason", "note", "summary", "keepsKnowledge", "agentVersions.createdAt"])
        .select(["firstName", "lastName"])
        .orderBy("version", "desc")
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const { total } = await mine
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const items = rows.map((row) => presentVersion(row, { agent, author: row }));
      return { items, page: { ...query, total: Number(total) } };
    }),

    handle(getVersion, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const agent = await findAgent(store.db, key);
      const row = await findVersion(store.db, { ...key, version: readVersionNumber(params.version) });
      const author = await findAuthor(row.createdBy);
      return { data: presentVersionContent(row, { agent, author }) };
    }),

    handle(compareVersions, async ({ caller, params, query }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const agent = await findAgent(store.db, key);
      const from = readVersionNumber(params.version);
      const to = query.to === "draft" ? null : readVersionNumber(query.to);
      const before = await readContent(store.db, key, from);
      const after = await readContent(store.db, key, to);
      const changes = diffVersions(before, after);
      const knows = before.sources !== null && after.sources !== null;
      const part = parts.find((one) => one.listPageChanges);
      const pages = knows
        ? ((await part?.listPageChanges?.(store.reader, { ...key, from, to })) ?? null)
        : null;
      return { data: { revision: agent.revision, changes, pages } };
    }),

    handle(restoreVersion, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const { revision, withKnowledge } = body.data;
      if (withKnowledge && !caller.may("knowledge.update")) throw new AppError("forbidden");
      const row = await store.transaction(async (tx) => {
        const restored = await restore(tx, {
          ...{ ...key, version: readVersionNumber(params.version), revision, withKnowledge },
          ...{ by: caller, parts, now: now() },
        });
        await announce(tx, key);
        return restored;
      });
      return { data: presentAgent(row) };
    }),
  ];
}
