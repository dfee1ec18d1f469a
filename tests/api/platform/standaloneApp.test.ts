import { inflateSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("the installable inbox on $name", (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
  });

  it.each(["/inbox/", "/conversations/"])(
    "%s has a manifest for installing, without any owner's data",
    async (scope) => {
      const answer = await server.request(`${scope}org-1/agent-1/app.webmanifest`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/manifest+json");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] };
      expect(manifest).toMatchObject({
        id: `${scope}org-1/agent-1`,
        start_url: `${scope}org-1/agent-1`,
        scope,
        display: "standalone",
        name: "Pilothouse Inbox",
      });
      expect(
        manifest.icons.filter(({ purpose }) => purpose === "maskable").map(({ sizes }) => sizes),
      ).toEqual(["192x192", "512x512"]);
      for (const { src } of manifest.icons) expect((await server.request(src)).status, src).toBe(200);
    },
  );

  it("an address in its path stays an address", async () => {
    const answer = await server.request("/inbox/a%22%3Cb/c%20d/app.webmanifest");
    expect(((await answer.json()) as { start_url: string }).start_url).toBe("/inbox/a%22%3Cb/c%20d");
  });

  it.each([180, 192, 512])("its icon of %i px is a complete picture with our logo", async (size) => {
    const answer = await server.request(`/inbox/icon-${size}.png`);
    expect(answer.headers.get("content-type")).toBe("image/png");
    const png = Buffer.from(await answer.arrayBuffer());
    expect(png.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    const at = png.indexOf("IDAT");
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    const shade = (x: number, y: number) => rows[y * (size + 1) + 1 + x];
    expect(rows.length).toBe(size * (size + 1));
    expect(shade(size / 2, size / 2)).toBe(31);
    expect(shade(0, 0)).toBe(0);
    expect(shade(size - 1, size - 1)).toBe(0);
  });
});
