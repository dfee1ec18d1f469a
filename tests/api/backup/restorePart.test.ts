import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSecretKey } from "../../../server/accounts/secretKeyCheck.ts";
import { findRule } from "../../../server/backup/agentTables.ts";
import { restoreCommand } from "../../../server/backup/commands.ts";
import { makeBackup } from "../../../server/backup/makeBackup.ts";
import { restorePart } from "../../../server/backup/restorePart.ts";
import { blockTables } from "../../../server/conversations/figures/blocks.ts";
import { openSecrets, secretFileName } from "../../../server/database/secrets.ts";
import { listOwners } from "../../../server/database/migrate.ts";
import type { Store } from "../../../server/database/store.ts";
import { migrations } from "../../../server/http/migrations.ts";
import { openFiles } from "../../../server/storage/createStorage.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { makeDemo } from "../../../shared/contract/analytics/demo.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { finishJobs } from "../../kit/database/finishJobs.ts";
import { readAllRows } from "../../kit/database/readAllRows.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { evaluateAt } from "../../kit/evaluation/evaluation.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "backup-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const report = () => {};
const passphrase = "correct horse battery";

/** Rows of sessions and requests, and what continues to count while an agent is gone. */
const unsteady = [
  ...["auditEntries", "idempotencyKeys", "jobs", "liveCounters", "liveEvents", "liveFollowers", "nonces"],
  "sessions",
];

async function readSteady(store: Store): Promise<Record<string, string[]>> {
  const all = await readAllRows(store, newFolder());
  return Object.fromEntries(Object.entries(all).filter(([table]) => !unsteady.includes(table)));
}

describe.each(bothStores())("a part of a backup on $name", (kind) => {
  let talk: TalkingServer;
  let demo: Agent;
  let from: string;
  let shop: Agent;
  let otherOrganization: string;
  beforeAll(async () => {
    talk = await startTalkingServer(kind);
    const { server, owner } = talk;
    const secrets = openSecrets({ dataDir: server.dataDir });
    await checkSecretKey({ store: server.store, secrets, now: server.clock.now });
    demo = (await server.as(owner).call(makeDemo)).data;
    ({ agent: shop } = await evaluateAt(talk).makeShop(builtinModel));
    await listen(say(server, await talk.openVisitor(shop), { content: "How long are gift cards valid?" }));
    const other = await server.createOwner("Harbor");
    otherOrganization = other.organizationId;
    await server.createAgent(other);
    await finishJobs(server);
    const files = openFiles({ dataDir: server.dataDir, now: server.clock.now });
    const text = readFileSync(join(server.dataDir, secretFileName), "utf8").trim();
    const deps = { store: server.store, files, version: "0.1.0", now: server.clock.now, report };
    from = await makeBackup(deps, { to: newFolder(), key: { text, passphrase } });
  });

  const depsOf = (store: Store, dataDir: string) => ({
    ...{ store, dataDir, migrations, report },
    files: openFiles({ dataDir, now: Date.now }),
    openSecrets: () => openSecrets({ dataDir }),
  });

  it("puts one agent back into the running installation, and leaves everything else as it is", async () => {
    const { server, owner } = talk;
    const client = server.as(owner);
    const deps = depsOf(server.store, server.dataDir);
    const before = await readSteady(server.store);
    const wish = { agent: shop.id };
    await expect(restorePart(deps, { from, wish })).rejects.toThrow(/exists here, and it was not changed/);

    await deleteForGood(client, shop.id);
    await finishJobs(server);
    expect(await readSteady(server.store)).not.toEqual(before);
    // Meanwhile another agent took what only one may have.
    const zones = server.store.db.updateTable("zones");
    const { slug } = await server.store.db
      .selectFrom("zones")
      .select("slug")
      .where("agentId", "=", demo.id)
      .executeTakeFirstOrThrow();
    const taken = before["zones"]?.find((line) => line.includes(shop.id));
    const lost = /"slug","([^"]+)"/.exec(taken ?? "")?.[1] ?? "";
    await zones.set({ slug: lost }).where("agentId", "=", demo.id).execute();
    await expect(restorePart(deps, { from, wish })).rejects.toThrow(`The slug “${lost}” of zones`);
    await zones.set({ slug }).where("agentId", "=", demo.id).execute();

    expect(await restorePart(deps, { from, wish })).toMatch(
      /^Restored agent \w+ of .*: \d+ rows and \d+ files\.$/,
    );
    expect(await readSteady(server.store)).toEqual(before);
    const heard = await listen(
      say(server, await talk.openVisitor(shop), { content: "How long are gift cards valid?" }),
    );
    expect(heard.text).toContain("five years");
  });

  it("gives an agent the blocks of its figures that the backup lacks, and counts none twice", async () => {
    const { server, owner } = talk;
    const { store } = server;
    const { organizationId } = owner;
    await finishJobs(server);
    const before = await readSteady(store);
    // As the migration to blocks leaves an installation, also when it upgrades an older backup.
    const begin = async () => {
      for (const table of Object.values(blockTables)) await store.db.deleteFrom(table).execute();
      await store.db.insertInto("figureFills").values({ organizationId, filledTo: 0 }).execute();
    };
    await begin();
    const files = openFiles({ dataDir: server.dataDir, now: server.clock.now });
    const deps = { store, files, version: "0.1.0", now: server.clock.now, report };
    const older = await makeBackup(deps, { to: newFolder() });
    await deleteForGood(server.as(owner), shop.id);
    await finishJobs(server);
    await restorePart(depsOf(store, server.dataDir), { from: older, wish: { agent: shop.id } });
    expect(await readSteady(store)).toEqual(before);
  });

  it("puts organizations into an empty installation one after the other, with its key", async () => {
    const { server, owner } = talk;
    const place = await kind.newPlace();
    const { slug } = await server.store.db
      .selectFrom("organizations")
      .select("slug")
      .where("id", "=", owner.organizationId)
      .executeTakeFirstOrThrow();
    const config = {
      ...{ databaseUrl: undefined, secretKey: undefined, s3: null, backup: null, backupS3: null },
      ...{ ...place, backupPassphrase: passphrase },
    };
    const restore = (...given: string[]) => restoreCommand({ config, migrations, report }, [from, ...given]);
    expect(await restore("--agent", demo.id)).toMatch(/without its other agents.* The secret key is in /);
    expect(await restore("--agent", shop.id)).toMatch(/^Restored agent \w+ of/);
    expect(await restore("--organization", otherOrganization)).toMatch(/^Restored organization/);
    await expect(restore("--organization", slug)).rejects.toThrow(/exists here, and it was not changed/);
    await expect(restore("--organization", "nobody")).rejects.toThrow(
      /has no organization nobody\. It has .*harbor/,
    );

    const whole = await kind.newPlace();
    const wholeConfig = { ...config, databaseUrl: undefined, ...whole };
    await restoreCommand({ config: wholeConfig, migrations, report }, [from]);
    const [parts, all] = [await kind.openAt(place), await kind.openAt(whole)];
    expect(await readSteady(parts)).toEqual(await readSteady(all));
    expect(readFileSync(join(place.dataDir, secretFileName), "utf8").trim()).toBe(
      readFileSync(join(server.dataDir, secretFileName), "utf8").trim(),
    );
    const indexed = sql<{ count: number }>`select count(*) as count from "messageIndex"`;
    expect((await indexed.execute(parts.db)).rows).toEqual((await indexed.execute(all.db)).rows);
  });

  it("is refused where other data was sealed with another key", async () => {
    const { store } = await kind.open();
    const dataDir = newFolder();
    const times = { createdAt: 1, updatedAt: 1 };
    const names = { email: "a@example.com", firstName: "Ada", lastName: "Lake" };
    await store.db
      .insertInto("users")
      .values({ id: "u1", isSuperAdmin: 0, ...names, ...times } as never) // the others have defaults
      .execute();
    await expect(
      restorePart(depsOf(store, dataDir), { from, wish: { organization: otherOrganization } }),
    ).rejects.toThrow(/another secret key/);
  });

  it.skipIf(kind.name !== "sqlite")("knows of each table whether its rows are an agent's", async () => {
    const { store } = await kind.open();
    const { rows } = await sql<{ name: string; columns: string }>`
      select t.name, group_concat(c.name) as columns from sqlite_schema t, pragma_table_info(t.name) c
      where t.type = 'table' group by t.name`.execute(store.db);
    const ofOrganizations = rows.filter(({ columns }) => columns.split(",").includes("organizationId"));
    const owners = listOwners(migrations);
    const unknown = ofOrganizations.filter(
      ({ name, columns }) => findRule(name, columns.split(","), owners) === null,
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
    const names = rows.map(({ name }) => name);
    expect(Object.keys(owners).filter((name) => !names.includes(name))).toEqual([]);
  });
});
