import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebServer } from "../../tests/kit/network/webServer.ts";
import type { WebServer } from "../../tests/kit/network/webServer.ts";
import { createEgress } from "./egress.ts";
import { EgressError } from "./EgressError.ts";

let canary: WebServer;
beforeAll(async () => {
  canary = await startWebServer((_request, response) => response.end("secret"));
});
afterAll(() => canary.stop());

/** The way out of an install that allows nothing, where every unknown name leads to the canary. */
const egress = createEgress({
  allow: [],
  ownNames: ["pilothouse.example"],
  ownAddresses: () => ["93.184.216.1"],
  resolve: async (host) => names[host] ?? ["127.0.0.1"],
  wait: async () => undefined,
});

const names: Record<string, string[]> = {
  "a.example": ["10.0.0.1"],
  "aaaa.example": ["fd00::1"],
  "mixed.example": ["93.184.216.34", "127.0.0.1"],
  "mixed6.example": ["93.184.216.34", "::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "ourselves.example": ["93.184.216.1"],
  "pilothouse.example": ["93.184.216.1"],
  "metadata.google.internal": ["93.184.216.34"],
  "printer.local": ["93.184.216.34"],
};

const hosts = `127.0.0.1 127.1 127.0.1 127.255.255.254 0.0.0.0 0 localhost LOCALHOST localhost.
  localhost.localdomain any.localhost 2130706433 017700000001 0177.0.0.1 0x7f.0.0.1 0x7f000001 127.0.0.1.
  127.0.0.1%00 ①②⑦.⓪.⓪.① 10.0.0.1 10.255.255.255 012.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 3232235777
  169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.0.1 100.64.0.1 100.100.100.200 168.63.129.16
  192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [::] [::1] [0::0]
  [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::127.0.0.1]
  [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [2002:7f00:1::] [fc00::1] [fd00::1] [fd00:ec2::254] [fe80::1]
  [fe80::1%25eth0] [ff02::1] good@127.0.0.1 127。0。0。1 metadata.google.internal metadata.goog instance-data
  pilothouse.example redis a.example aaaa.example ourselves.example [64:ff9b:1::7f00:1] [2001::1] [2001:db8::1]
  [3fff::1] [::ffff:0:127.0.0.1]`.split(/\s+/);

const wholeSpellings = [
  "http://127.0.0.1#@good.example",
  "http://127.0.0.1\\@good.example",
  "http://good.example\\@127.0.0.1",
  "http://good.example@127.0.0.1/",
  "http://good.example:pass@127.0.0.1/",
  "//127.0.0.1",
  "http:127.0.0.1",
  "http:/127.0.0.1",
  "http:\\\\127.0.0.1",
  "http://127.0.0.1:80",
  "http://[::1]:80",
  "http://127.0.0.1\t/",
  "http://127.0.\n0.1/",
  " http://127.0.0.1 ",
];

describe("A1: no spelling of a private target is reached", () => {
  it.each(hosts)("A1: %s is refused", async (host) => {
    await expect(egress.fetch(`http://${host}:${canary.port}/`, limits)).rejects.toBeInstanceOf(EgressError);
    await expect(egress.check(`https://${host}/`)).rejects.toBeInstanceOf(EgressError);
    expect(canary.hits).toEqual([]);
  });

  it.each(wholeSpellings)("A1: %j is refused", async (url) => {
    await expect(egress.fetch(url, limits)).rejects.toBeInstanceOf(EgressError);
    expect(canary.hits).toEqual([]);
  });
});

describe("A2: a name is refused when any of its answers is private", () => {
  it.each(["a.example", "aaaa.example", "mixed.example", "mixed6.example", "mapped.example"])(
    "A2: %s",
    async (host) => {
      await expect(egress.fetch(`http://${host}:${canary.port}/`, limits)).rejects.toMatchObject({
        reason: "unreachable",
      });
      expect(canary.hits).toEqual([]);
    },
  );
});

describe("A5: addresses of the clouds' own services", () => {
  const cloud = ["168.63.129.16", "100.100.100.200", "192.0.0.192", "100.64.3.4", "metadata.google.internal"];
  it.each(cloud)("A5: %s is refused", async (host) => {
    await expect(egress.check(`http://${host}/`)).rejects.toMatchObject({ reason: "unreachable" });
  });

  it.each([
    ["100.100.100.200", ["100.64.0.0/10"]],
    ["169.254.169.254", ["169.254.0.0/16", "0.0.0.0/0"]],
    ["[fd00:ec2::254]", ["fc00::/7"]],
  ])("A5: %s stays closed although %j is allowed, until it is named itself", async (host, allow) => {
    const wide = createEgress({ allow, wait: async () => undefined });
    await expect(wide.check(`http://${host}/`)).rejects.toMatchObject({ reason: "unreachable" });
    const exact = createEgress({ allow: [host.replace(/[[\]]/g, "")], wait: async () => undefined });
    await expect(exact.check(`http://${host}/`)).resolves.toBeInstanceOf(URL);
  });
});

describe("A8: other protocols", () => {
  it.each([
    "file:///etc/passwd",
    "data:text/html,hello",
    "ftp://example.com/",
    "gopher://example.com/",
    "blob:http://example.com/1",
    "javascript:alert(1)",
    "unix:/var/run/docker.sock",
    "http+unix://%2Fvar%2Frun%2Fdocker.sock/info",
    "ws://example.com/",
    "",
    "example.com",
    "http://",
    "http:///etc/passwd",
  ])("A8: %s is refused", async (url) => {
    await expect(egress.check(url)).rejects.toBeInstanceOf(EgressError);
  });

  it.each([0, 22, 25, 465, 587, 2375, 3306, 5432, 6000, 6379, 9200, 11211, 27017])(
    "A8: port %i is refused, even where everything is allowed",
    async (port) => {
      const open = createEgress({ allow: ["127.0.0.0/8"] });
      await expect(open.check(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: "address" });
    },
  );
});

describe("what is public or allowed passes", () => {
  it.each([
    "http://example.com/a?b=c",
    "https://93.184.216.34:8443/",
    "http://[2606:2800:220:1::1]/",
    "http://[64:ff9b::5db8:d822]/",
    "http://bücher.example/",
  ])("%s passes", async (url) => {
    const open = createEgress({ allow: [], resolve: async () => ["93.184.216.34", "2606:2800:220:1::1"] });
    await expect(open.check(url)).resolves.toBeInstanceOf(URL);
  });

  it("localhost passes where loopback is allowed, with both of its addresses", async () => {
    const open = createEgress({ allow: ["127.0.0.0/8"], resolve: async () => ["::1", "127.0.0.1"] });
    await expect(open.check("http://localhost:8080/")).resolves.toBeInstanceOf(URL);
  });

  it("a range that is not one stops the start", () => {
    expect(() => createEgress({ allow: ["10.0.0.0/8", "everything"] })).toThrow('"everything"');
  });
});

const limits = { maxBytes: 1000, timeoutMs: 5000 };
