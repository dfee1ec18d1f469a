import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { backUpBeforeUpgrade } from "../../../server/backup/beforeUpgrade.ts";
import { keys } from "../../../server/backup/bucket.ts";
import { fetchBackup, makeBucketBackup } from "../../../server/backup/bucketBackup.ts";
import { backupCommand, restoreCommand } from "../../../server/backup/commands.ts";
import { listBackups, makeBackup } from "../../../server/backup/makeBackup.ts";
import type { BackupDeps } from "../../../server/backup/makeBackup.ts";
import { moveTo } from "../../../server/backup/moveTo.ts";
import { startNightly } from "../../../server/backup/nightly.ts";
import { openBucketAt } from "../../../server/backup/place.ts";
import { restoreBackup } from "../../../server/backup/restoreBackup.ts";
import { openSnapshot } from "../../../server/backup/snapshot.ts";
import { Busy } from "../../../server/database/cannotStart.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { openStore } from "../../../server/database/openStore.ts";
import { secretFileName } from "../../../server/database/secrets.ts";
import type { Store } from "../../../server/database/store.ts";
import { migrations } from "../../../server/http/migrations.ts";
import { openFiles } from "../../../server/storage/createStorage.ts";
import { createScheduler } from "../../../server/timing/scheduler.ts";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { finishJobs } from "../../kit/database/finishJobs.ts";
import { readAllRows } from "../../kit/database/readAllRows.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { startObjectStore } from "../../kit/storage/objectStore.ts";

const folders: string[] = [];
const stores: Store[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "backup-"));
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const store of stores) await store.close();
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

const report = () => {};
const fail = () => {
  throw new Error("It was killed.");
};
const text = "price,name\n12,chair\n";

const readAll = (store: Store) => readAllRows(store, newFolder());

describe.each(bothStores())("a backup on $name", (kind) => {
  let talk: TalkingServer;
  let to: string;
  let fileId: string;
  let deps: BackupDeps;
  beforeAll(async () => {
    talk = await startTalkingServer(kind);
    const { server, owner } = talk;
    const agent = await talk.createAgent(builtinModel);
    await server.as(owner).call(publishAgent, { params: { productId: agent.id } });
    const visitor = await talk.openVisitor(agent);
    await listen(
      say(server, visitor, { content: "Where are the\u2028lighthouse\u2029opening\u0085hours?\r" }),
    );
    const upload = await server.as(owner).call(initUpload, {
      body: { data: { name: "prices.csv", contentType: "text/csv", sizeBytes: text.length } },
      query: {},
    });
    fileId = upload.fileId;
    await server.request(upload.url, { method: "PUT", body: text, headers: { "content-type": "text/csv" } });
    await server.store.db.updateTable("files").set({ status: "stored" }).execute();
    await finishJobs(server);
    to = newFolder();
    const files = openFiles({ dataDir: server.dataDir, now: server.clock.now });
    deps = { store: server.store, files, version: "0.1.0", now: server.clock.now, report };
  });

  const restoreInto = async (dataDir: string, from: string, passphrase?: string) => {
    const store = await openStore({ dataDir });
    stores.push(store);
    const files = openFiles({ dataDir, now: Date.now });
    const given = { from, ...(passphrase !== undefined && { passphrase }) };
    return { store, said: await restoreBackup({ store, files, dataDir, migrations, report }, given) };
  };

  it("is put back whole into SQLite, and moves on from there to this kind of store", async () => {
    const key = { text: "k".repeat(40), passphrase: "correct horse battery" };
    const before = await readAll(talk.server.store);
    const folder = await makeBackup(deps, { to, key });
    expect(before["messages"]?.length).toBeGreaterThan(1);

    const dataDir = newFolder();
    const { store, said } = await restoreInto(dataDir, folder, key.passphrase);
    expect(await readAll(store)).toEqual(before);
    expect(said).toMatch(/^Restored \d+ rows and 1 files of .* The secret key is in /);
    expect(readFileSync(join(dataDir, secretFileName), "utf8")).toBe(key.text);
    expect(readFileSync(join(dataDir, "files", fileId.slice(-2), fileId), "utf8")).toBe(text);

    const other = await kind.openAt(await kind.newPlace());
    const move = { from: store, to: other, migrations, folder: newFolder(), report };
    const killed = { ...move, report: (line: string) => line.startsWith("messages:") && fail() };
    await expect(moveTo(killed)).rejects.toThrow("It was killed.");
    expect((await other.db.selectFrom("messages").select("id").execute()).length).toBeGreaterThan(1);
    expect(await moveTo(move)).toMatch(/^Moved \d+ rows in \d+ tables\. \d+ of them were there already\./);
    expect(await readAll(other)).toEqual(before);
    // Rows that differ, or are not here any longer, are put right.
    await other.db.updateTable("users").set({ firstName: "Another" }).execute();
    const { id } = await other.db.selectFrom("messages").select("id").executeTakeFirstOrThrow();
    await other.db.updateTable("messages").set({ id: "another" }).where("id", "=", id).execute();
    expect(await moveTo(move)).toMatch(/^Moved \d+ rows/);
    expect(await readAll(other)).toEqual(before);
    const terms = await other.db.selectFrom("messageIndex").select("messageId").execute();
    const said2 = before["messages"]?.filter((line) => line.includes('["kind","text"]'));
    expect(terms).toHaveLength(said2?.length ?? -1);
  });

  it("shares its files with the backup before it, and the oldest go", async () => {
    const folder = newFolder();
    for (const name of ["pilothouse-1", "pilothouse-2", "pilothouse-3"])
      await makeBackup(deps, { to: folder, name, keep: 2 });
    expect(await listBackups(folder)).toEqual(["pilothouse-2", "pilothouse-3"]);
    const inodes = ["pilothouse-2", "pilothouse-3"].map(
      (name) => statSync(join(folder, name, "files", fileId)).ino,
    );
    expect(inodes[0]).toBe(inodes[1]);
    await expect(makeBackup(deps, { to: folder, name: "pilothouse-3" })).rejects.toThrow(/already/);
  });

  describe("a file too large for one upload to a bucket", () => {
    const bytes = randomBytes(2500);
    const partly = { aboveBytes: 1000, partBytes: 600 };
    const open = async () => new Blob([bytes]).stream();
    async function openSmall(more: { losesCompletion?: boolean } = {}) {
      const objects = await startObjectStore({ ...more, mostBytes: 1000, leastPartBytes: 500 });
      const s3 = objects.settings;
      return { objects, bucket: openBucketAt("s3://agents/backups", { s3, parts: partly }) };
    }

    it("is sent in parts, and each part is retried by itself", async () => {
      const { objects, bucket } = await openSmall();
      objects.failNext(1);
      await bucket.put("files/large", bytes.length, open);
      const read = await new Response(await bucket.get("files/large")).bytes();
      expect(Buffer.from(read)).toEqual(bytes);
      const sent = objects.answers.filter((line) => line.startsWith("PUT") && line.endsWith("200"));
      expect(sent).toHaveLength(5);
      expect(objects.uploads.size).toBe(0);
    });

    it("is sent once, even if the last answer is lost", async () => {
      const { objects, bucket } = await openSmall({ losesCompletion: true });
      await bucket.put("files/large", bytes.length, open);
      const read = await new Response(await bucket.get("files/large")).bytes();
      expect(Buffer.from(read)).toEqual(bytes);
      expect(objects.answers.filter((line) => line.startsWith("PUT"))).toHaveLength(5);
    });

    it("leaves nothing behind if it can't be read to its end", async () => {
      const { objects, bucket } = await openSmall();
      const broken = async () =>
        new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(bytes.subarray(0, 1500)),
          pull: (controller) => controller.error(new AppError("not_found")),
        });
      await expect(bucket.put("files/large", bytes.length, broken)).rejects.toThrow();
      expect(objects.answers.join()).toContain("DELETE");
      expect(objects.uploads.size).toBe(0);
      expect(objects.objects.size).toBe(0);
    });
  });

  it("lies in a bucket, which gets each file once, survives busy moments and refuses other keys", async () => {
    const objects = await startObjectStore();
    const address = "s3://agents/backups/main";
    const bucket = openBucketAt(address, { s3: objects.settings });
    const dataDir = newFolder();
    const before = await readAll(talk.server.store);
    // The store is busy when the first rows come.
    const busy = { ...deps, report: () => objects.failNext(1) };
    expect(await makeBucketBackup(busy, { bucket, dataDir, name: "pilothouse-1" })).toBe(
      `${address}/pilothouse-1`,
    );
    const key = { text: "k".repeat(40), passphrase: "correct horse battery" };
    await makeBucketBackup(deps, { bucket, dataDir, name: "pilothouse-2", keep: 1, key });
    expect(await bucket.list()).toEqual(["pilothouse-2"]);
    expect(
      objects.answers.filter((line) => line.startsWith(`PUT /agents/backups/main/files/${fileId} 200`)),
    ).toHaveLength(1);
    expect([...objects.objects.keys()].filter((name) => name.includes("pilothouse-1"))).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
    await expect(makeBucketBackup(deps, { bucket, dataDir, name: "pilothouse-2" })).rejects.toThrow(/exists/);

    const restored = newFolder();
    const from = await fetchBackup(bucket, { name: "pilothouse-2", dataDir: restored });
    const { store } = await restoreInto(restored, from, key.passphrase);
    expect(await readAll(store)).toEqual(before);
    expect(readFileSync(join(restored, secretFileName), "utf8")).toBe(key.text);

    const backup = { dir: address, at: "03:00", keep: 7, s3: objects.settings };
    const settings = {
      dataDir: restored,
      databaseUrl: undefined,
      s3: null,
      backup,
      backupS3: objects.settings,
    };
    const config = { ...settings, secretKey: undefined, backupPassphrase: key.passphrase };
    expect(await backupCommand({ config, migrations, report }, ["--name", "pilothouse-3"])).toBe(
      `Backup complete: ${address}/pilothouse-3.`,
    );
    const again = { ...config, dataDir: newFolder() };
    expect(await restoreCommand({ config: again, migrations, report }, [`${address}/pilothouse-3`])).toMatch(
      /^Restored \d+ rows and 1 files/,
    );
    expect(readdirSync(again.dataDir).filter((name) => name.startsWith("restore-"))).toEqual([]);

    const thief = openBucketAt(address, { s3: { ...objects.settings, secretAccessKey: "another" } });
    await expect(thief.list()).rejects.toThrow(/403 SignatureDoesNotMatch/);
    objects.objects.delete(`backups/main/files/${fileId}`);
    await expect(fetchBackup(bucket, { name: "pilothouse-2", dataDir: restored })).rejects.toThrow(
      /lacks files/,
    );
    expect(() => openBucketAt("s3://agents", { s3: objects.settings })).toThrow(
      /Write s3:\/\/BUCKET\/PREFIX/,
    );
  }, 180_000);

  it("replaces what a killed process left of the same name, and refuses beside one that still runs", async () => {
    const folder = newFolder();
    const name = "pilothouse-2026-03-01";
    const script = join(import.meta.dirname, "../../kit/database/holdBackup.ts");
    const child = spawn(process.execPath, [script, join(folder, name)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await expect(makeBackup(deps, { to: folder, name })).rejects.toThrow(Busy);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await makeBackup(deps, { to: folder, name })).toBe(join(folder, name));
    expect(readdirSync(folder)).toEqual([name]);

    const objects = await startObjectStore();
    const bucket = openBucketAt("s3://agents/backups", { s3: objects.settings });
    const dataDir = newFolder();
    await bucket.claim(keys.started(name));
    await expect(makeBucketBackup(deps, { bucket, dataDir, name })).rejects.toThrow(Busy);
    const later = { ...deps, now: () => Date.now() + 15 * 60_000 };
    expect(await makeBucketBackup(later, { bucket, dataDir, name })).toBe(`s3://agents/backups/${name}`);
    expect([...objects.objects.keys()].filter((key) => key.includes("started/"))).toEqual([]);
  });

  it.skipIf(kind.name === "sqlite")(
    "is refused while a migration runs, and keeps one from beginning",
    async () => {
      const { store, place } = await kind.open();
      const other = await kind.openAt(place);
      const own = { ...deps, store };
      const [altered, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const step = {
        async up(db: Kysely<unknown>) {
          await sql`alter table users alter column "firstName" type varchar(500)`.execute(db);
          altered.resolve();
          await mayGoOn.promise;
        },
      };
      const steps = { ...migrations, "9998_altered": step };
      const migrating = migrate(other, steps);
      await altered.promise;
      await expect(makeBackup(own, { to: newFolder() })).rejects.toThrow(/is being upgraded/);
      const upgrade = { ...own, migrations: steps, dataDir: newFolder(), report };
      expect(await backUpBeforeUpgrade(upgrade)).toBeNull();
      mayGoOn.resolve();
      expect(await migrating).toEqual(["9998_altered"]);

      const order: string[] = [];
      const snapshot = await openSnapshot(store, newFolder());
      const next = { up: async () => void order.push("migrated") };
      const waiting = migrate(other, { ...steps, "9999_next": next });
      // It waits for the lock, and would run at once without one.
      const lookForWaiting = sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      await vi.waitFor(async () => {
        const { rows } = await lookForWaiting.execute(store.db);
        expect(order.length + (rows[0]?.waiting ?? 0)).toBeGreaterThan(0);
      });
      order.push("read");
      for await (const _ of snapshot.read("users"));
      await snapshot.close();
      await waiting;
      expect(order).toEqual(["read", "migrated"]);
    },
  );

  it("says why its folder can’t be made, instead of taking it for another process's", async () => {
    const made = makeBackup(deps, { to: newFolder(), name: "missing/pilothouse-1" });
    await expect(made).rejects.toThrow(/ENOENT/);
  });

  it("leaves nothing that looks like a backup where it fails", async () => {
    const folder = newFolder();
    const broken = { ...deps.files, read: () => Promise.reject(new Error("The disk is gone.")) };
    await expect(makeBackup({ ...deps, files: broken }, { to: folder })).rejects.toThrow("The disk is gone.");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused where it is damaged, newer, or there is data already, and then changes nothing", async () => {
    const folder = await makeBackup(deps, { to: newFolder() });
    const manifest = join(folder, "manifest.json");
    const whole = readFileSync(manifest, "utf8");
    const isEmpty = async (dataDir: string) => {
      const store = await openStore({ dataDir });
      await migrate(store, migrations);
      const users = await store.db.selectFrom("users").select("id").execute();
      await store.close();
      return users.length === 0 && !existsSync(join(dataDir, secretFileName));
    };
    const refused = async (words: RegExp) => {
      const dataDir = newFolder();
      const store = await openStore({ dataDir });
      const files = openFiles({ dataDir, now: Date.now });
      await expect(
        restoreBackup({ store, files, dataDir, migrations, report }, { from: folder }),
      ).rejects.toThrow(words);
      await store.close();
      expect(await isEmpty(dataDir)).toBe(true);
    };

    writeFileSync(manifest, whole.replace('"0001_', '"9999_'));
    await refused(/newer version .* Install that version/);
    writeFileSync(manifest, whole.slice(0, -20));
    await refused(/damaged/);
    writeFileSync(manifest, whole);
    const rows = join(folder, "rows", "users.gz");
    const users = readFileSync(rows);
    writeFileSync(rows, gzipSync(gunzipSync(users).toString().replace("example", "exomple")));
    await refused(/The rows of users are damaged/);
    writeFileSync(rows, users);
    writeFileSync(join(folder, "files", fileId), "another text");
    await refused(/The file .* is damaged/);

    const { server } = talk;
    const full = { store: server.store, files: deps.files, dataDir: server.dataDir, migrations, report };
    await expect(restoreBackup(full, { from: folder })).rejects.toThrow(/There is data here already/);
  });
});

describe("the backup of every night", () => {
  it("is tried again at the next look where another process makes it", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const made: string[] = [];
    const failures: unknown[] = [];
    const scheduler = createScheduler({ now: () => now, report: (error) => failures.push(error) });
    const stop = startNightly({
      settings: { dir: newFolder(), at: "03:00", keep: 2 },
      scheduler,
      async make(name) {
        made.push(name);
        throw new Busy("A backup is being made.");
      },
      report: (error) => failures.push(error),
    });
    for (const _ of [1, 2]) {
      now += 10 * 60_000;
      await scheduler.catchUp();
    }
    await stop();
    expect(made).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it("is made once a day, also when its time has passed, and not tried again that day where it fails", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const made: string[] = [];
    const failures: unknown[] = [];
    const dir = newFolder();
    const scheduler = createScheduler({ now: () => now, report: (error) => failures.push(error) });
    const stop = startNightly({
      settings: { dir, at: "03:00", keep: 2 },
      scheduler,
      async make(name) {
        made.push(name);
        if (name.endsWith("03-02")) throw new Error("There is no room.");
        writeFileSync(join(dir, name), "");
      },
      report: (error) => failures.push(error),
    });
    const after = async (ms: number) => {
      now += ms;
      await scheduler.catchUp();
    };
    const minute = 60_000;
    await after(10 * minute);
    await after(10 * minute);
    await after(15 * 60 * minute);
    await after(10 * minute);
    await after(24 * 60 * minute);
    await stop();
    expect(made).toEqual(["pilothouse-2026-03-01", "pilothouse-2026-03-02", "pilothouse-2026-03-03"]);
    expect(failures).toEqual([new Error("There is no room.")]);
  });
});
