import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { getInstallation, startBackup } from "../../../shared/contract/installation/installation.ts";
import { openSecrets } from "../../../server/database/secrets.ts";
import { checkSecretKey } from "../../../server/accounts/secretKeyCheck.ts";
import { examine, writeReport } from "../../../server/installation/doctor.ts";
import { createLog } from "../../../server/requests/log.ts";
import { createTelemetry } from "../../../server/telemetry/telemetry.ts";
import type { CheckDeps } from "../../../server/installation/facts.ts";
import { bothStores, stores } from "../../kit/database/stores.ts";
import { startObjectStore } from "../../kit/storage/objectStore.ts";
import { startTestServer } from "../../kit/server.ts";

const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "installation-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe.each(bothStores())("the installation on $name", (store) => {
  it("is shown to a super admin and not to the owners of organizations, and backups begin there", async () => {
    const made: string[] = [];
    const server = await startTestServer({
      store,
      backup: { dir: makeFolder(), at: "03:00", keep: 7 },
      makeBackup: async (name) => void made.push(name),
    });
    const owner = await server.createOwner();
    await server.store.db.updateTable("users").set({ isSuperAdmin: 1 }).execute();
    const other = await server.createOwner();
    const { data } = await server.as(owner).call(getInstallation);
    expect(data.checks.find(({ name }) => name === "database")?.state).toBe("ok");
    expect(data.storage.databaseBytes).toBeGreaterThan(0);
    expect(data.backups.items).toEqual([]);
    await expect(server.as(other).call(getInstallation)).rejects.toMatchObject({ code: "not_found" });
    await expect(server.as(other).call(startBackup)).rejects.toMatchObject({ code: "not_found" });
    await server.as(owner).call(startBackup);
    expect(made).toHaveLength(1);
  });
});

it("is shown with the reason where the bucket of backups refuses, and metrics do not blame the database", async () => {
  const [store] = stores();
  if (!store) throw new Error("There is a store on every machine.");
  const { settings } = await startObjectStore();
  const backup = {
    ...{ dir: "s3://agents/backups", at: "03:00", keep: 7 },
    s3: { ...settings, secretAccessKey: "another" },
  };
  const telemetry = await createTelemetry(
    { metricsToken: "a-token-of-our-own", slowMs: null, hasTraces: false },
    { log: createLog({ write: () => {}, isPretty: false }), version: "1.2.3" },
  );
  const server = await startTestServer({ store, backup, telemetry });
  const owner = await server.createOwner();
  await server.store.db.updateTable("users").set({ isSuperAdmin: 1 }).execute();
  const { data } = await server.as(owner).call(getInstallation);
  expect(data.backups).toMatchObject({ folder: "s3://agents/backups", items: [] });
  expect(data.backups.problem).toMatch(/^s3:.* 403 SignatureDoesNotMatch/);
  const headers = { authorization: "Bearer a-token-of-our-own" };
  const text = await (await server.request("/metrics", { headers })).text();
  expect(text).toMatch(/^pilothouse_database_up 1$/m);
});

const [first] = stores();
if (!first) throw new Error("There is a store on every machine.");

describe("doctor", () => {
  async function examineWith(faults: Partial<CheckDeps>, settings: Partial<CheckDeps["settings"]> = {}) {
    const { store } = await server.promise;
    const found = await examine({
      settings: {
        ...{
          host: "0.0.0.0",
          port: 3000,
          publicOrigin: "https://agents.example.com",
          basePath: "",
          trustedProxies: 1,
        },
        ...{ dataDir: makeFolder(), databaseUrl: undefined, egressAllow: [], backup: null },
        mail: { smtpUrl: undefined, from: undefined },
        ...settings,
      },
      store,
      secrets: openSecrets({ dataDir: (await server.promise).dataDir }),
      version: "1.2.3",
      now: Date.now,
      isMigrated: async () => true,
      fetch: async (input) =>
        Response.json(
          { version: "1.2.3" },
          { headers: { "strict-transport-security": `for ${String(input)}` } },
        ),
      findFreeBytes: async () => 5e10,
      readProcess: async (name) => (name === "limits" ? "Max open files            65536" : ""),
      ...faults,
    });
    return Object.fromEntries(found.map(({ name, state, lines }) => [name, [state, ...lines]]));
  }
  const server = Promise.withResolvers<Awaited<ReturnType<typeof startTestServer>>>();

  it("finds injected faults, each with the line to paste, and passes a server without any", async () => {
    const started = await startTestServer({ store: first });
    server.resolve(started);
    await checkSecretKey({
      store: started.store,
      secrets: openSecrets({ dataDir: started.dataDir }),
      now: Date.now,
    });
    const well = await examineWith({});
    expect(Object.entries(well).filter(([, [state]]) => state === "error")).toEqual([]);
    expect(well["public address"]?.[0]).toBe("ok");
    expect(well["proxy"]?.[0]).toBe("ok");

    const faults = await examineWith(
      {
        secrets: openSecrets({ dataDir: makeFolder() }),
        isMigrated: async () => false,
        // Without the header that only https at its own address gets.
        fetch: async () => Response.json({ version: "another" }),
        findFreeBytes: async () => 1e8,
        readProcess: async (name) =>
          name === "limits" ? "Max open files            1024" : "1 0 0:1 / / rw - overlay overlay rw\n",
      },
      { egressAllow: ["0.0.0.0/0"], mail: { smtpUrl: "smtp://127.0.0.1:1", from: undefined } },
    );
    expect(faults).toMatchObject({
      database: ["warning", "npm run cli -- migrate --dry-run"],
      "secret key": ["error", "npm run cli -- new-secret-key"],
      "data folder": ["error", expect.stringContaining("-v ")],
      disk: ["error", expect.stringContaining("du ")],
      "public address": ["warning", expect.stringContaining("curl")],
      proxy: ["error", expect.stringContaining("Host $host"), expect.any(String)],
      mail: ["error", expect.stringContaining("SMTP_URL")],
      egress: ["error", expect.stringContaining("EGRESS_ALLOW")],
      backups: ["warning", expect.stringContaining("BACKUP_DIR"), expect.any(String)],
      "open files": ["warning", expect.stringContaining("LimitNOFILE"), expect.any(String)],
    });

    expect(writeReport([{ name: "disk", state: "error", message: "Full.", lines: ["df -h"] }])).toContain(
      "FAIL  disk",
    );
  });
});
