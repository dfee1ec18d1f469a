import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openSecrets } from "./secrets.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "pilothouse-"));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

it("makes a key that only its owner reads, and finds it again", () => {
  const dataDir = join(newFolder(), "data");
  const first = openSecrets({ dataDir });
  expect(statSync(join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["secret.key"]);
  const again = openSecrets({ dataDir });
  expect(again.unseal(first.seal("hello", "test"), "test")).toBe("hello");
  const copied = openSecrets({
    dataDir: newFolder(),
    secretKey: readFileSync(join(dataDir, "secret.key"), "utf8").trim(),
  });
  expect(hex(copied.derive("test"))).toBe(hex(first.derive("test")));
});

it("gives all who start at once the same key", async () => {
  const dataDir = newFolder();
  const script = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.module).then(({ openSecrets }) =>
      parentPort.postMessage(Buffer.from(openSecrets(workerData).derive("test")).toString("hex")));`;
  const module = new URL("./secrets.ts", import.meta.url).href;
  const keys = await Promise.all(
    Array.from({ length: 6 }, () => {
      const worker = new Worker(script, { eval: true, workerData: { dataDir, module } });
      return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    }),
  );
  expect(new Set(keys).size).toBe(1);
});

it.each(["", "short\n", "x".repeat(31)])(
  "refuses a key that is cut short (%j), instead of making another",
  (text) => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, "secret.key"), text);
    expect(() => openSecrets({ dataDir })).toThrow("fewer than 32 characters");
    expect(readFileSync(join(dataDir, "secret.key"), "utf8")).toBe(text);
  },
);

it("has another key for each purpose, and another for sealing", () => {
  const { derive } = openSecrets({ dataDir: newFolder() });
  expect(derive("a")).toHaveLength(32);
  expect(hex(derive("a"))).not.toBe(hex(derive("b")));
});

it("opens what it sealed for that purpose, and nothing that was changed by a bit", () => {
  const { seal, unseal } = openSecrets({ dataDir: newFolder() });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(), (text, place) => {
      const sealed = seal(text, "key");
      expect(unseal(sealed, "key")).toBe(text);
      expect(seal(text, "key")).not.toBe(sealed);
      expect(() => unseal(sealed, "other")).toThrow();
      const bytes = Buffer.from(sealed.slice(3), "base64url");
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(() => unseal(`s1.${bytes.toString("base64url")}`, "key")).toThrow();
    }),
  );
});

it.each(["", "plain text", "s1.", "s1.AAAA"])("names %j as no sealed text", (text) => {
  const { unseal } = openSecrets({ dataDir: newFolder() });
  expect(() => unseal(text, "key")).toThrow("no sealed text");
});
