import { afterEach, describe, expect, it } from "vitest";
import { exportAgent } from "../../../shared/contract/agents/templates.ts";
import {
  getConnecting,
  getOAuthUrl,
  openGoogleDrivePicker,
} from "../../../shared/contract/knowledge/connections.ts";
import { retrySync } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { logout } from "../../../shared/contract/accounts/accounts.ts";
import { noConnectedSettings } from "../../../server/knowledge/connected/settings.ts";
import { comeBack, connectAccount, leaveFor } from "../../kit/knowledge/connecting.ts";
import {
  docType,
  faultOf,
  folderType,
  sheetType,
  slidesType,
  startGoogleDrive,
  type GoogleDrive,
} from "../../kit/knowledge/googleDrive.ts";
import { makePptx, makeRows, makeShape, makeXlsx } from "../../kit/knowledge/officeFiles.ts";
import { openKnowledge } from "../../kit/knowledge/knowledge.ts";
import { stores, type StoreKind } from "../../kit/database/stores.ts";

const started: GoogleDrive[] = [];
afterEach(async () => {
  for (const drive of started.splice(0)) await drive.stop();
});

type DriveItems = Extract<DataSourceConfig, { kind: "googleDrive" }>["items"];

async function open(store: StoreKind) {
  const drive = await startGoogleDrive();
  started.push(drive);
  fill(drive);
  const connected = { ...noConnectedSettings, googleDrive: drive.settings };
  const knowledge = await openKnowledge(store, { connected });
  return {
    drive,
    knowledge,
    connect: async (sourceId?: string) => {
      const end = await connectAccount(knowledge, { type: "googleDrive", ...(sourceId && { sourceId }) });
      return end.searchParams.get("connection") ?? "";
    },
    pick: async (query: Record<string, string>) =>
      (await knowledge.client.call(openGoogleDrivePicker, { query: query as { connectionId: string } })).data,
    addItems: (connectionId: string, items: DriveItems, maxItems = 1000) =>
      knowledge.add({ kind: "googleDrive", connectionId, items, maxItems }),
  };
}

const folder: DriveItems = [{ id: "folder-help", name: "Help", type: "folder" }];

function fill(drive: GoogleDrive): void {
  drive.put({ id: "folder-help", name: "Help", mimeType: folderType });
  drive.put({ id: "folder-prices", name: "Prices", mimeType: folderType, parent: "folder-help" });
  drive.put({
    ...{ id: "document-hours", name: "Hours", mimeType: docType, parent: "folder-help" },
    content:
      "# Opening hours\n\nThe shop opens at nine.\n\n![][image1]\n\n[image1]: <data:image/png;base64,AAAA>",
  });
  drive.put({
    id: "csv-repairs",
    name: "Repairs.csv",
    mimeType: "text/csv",
    parent: "folder-prices",
    content: "Repair,Price\nFlat tyre,18\n",
  });
  drive.put({
    id: "picture-shop",
    name: "Shop.png",
    mimeType: "image/png",
    parent: "folder-help",
    content: "png",
  });
  drive.put({
    id: "file-empty",
    name: "Broken.pdf",
    mimeType: "application/pdf",
    parent: "folder-help",
    content: "no pdf",
  });
}

describe.each(stores())("Google Drive as a source on $name", (store) => {
  it("reads folders of any depth, page by page: exports, downloads, and reports what it skips", async () => {
    const { drive, knowledge, connect, addItems } = await open(store);
    drive.pageSize = 1;
    drive.put({
      ...{ id: "shortcut-terms", name: "Terms", mimeType: "application/vnd.google-apps.shortcut" },
      ...{ parent: "folder-help", targetId: "text-terms" },
    });
    drive.put({
      id: "text-terms",
      name: "Terms.txt",
      parent: "elsewhere",
      content: "Goods go back within 30 days.",
    });
    const source = await addItems(await connect(), folder);
    expect(source).toMatchObject({
      ...{ status: "partly", name: "Help", counts: { pages: 3, failed: 1 } },
      connection: { name: "ada@example.com", state: "connected" },
      lastRun: { counts: { found: 5, added: 3, skipped: 1, failed: 1 } },
    });
    const [passage] = await knowledge.find("When does the shop open?");
    expect(passage).toMatchObject({
      title: "Hours",
      url: "https://drive.google.com/file/d/document-hours/view",
    });
    expect(passage?.text).not.toContain("base64");
    expect((await knowledge.find("What costs a flat tyre?"))[0]?.text).toContain("18");
    expect((await knowledge.find("When do goods go back?"))[0]?.text).toContain("30 days");
    const left = (await knowledge.logs(source)).find(({ page }) => page === "Shop.png");
    expect(left?.message).toBe("Left out: this file type has no text.");
  });

  it("reads Sheets row by row and Slides one by one, from Google's exports", async () => {
    const { drive, knowledge, connect, addItems } = await open(store);
    const rows = [
      ["Lamp", "Crowns"],
      ["Storm lantern", 640],
    ];
    const slides = [
      { shapes: makeShape(["Ferry times"], "title") + makeShape(["The last ferry is at ten."]) },
    ];
    drive.put({
      ...{ id: "sheet-lamps", name: "Lamps", mimeType: sheetType, parent: "folder-office" },
      content: makeXlsx([{ name: "Prices", rows: makeRows(rows) }]),
    });
    drive.put({
      ...{ id: "slides-ferry", name: "Ferry", mimeType: slidesType, parent: "folder-office" },
      content: makePptx(slides),
    });
    drive.put({ id: "folder-office", name: "Office", mimeType: folderType });
    const source = await addItems(await connect(), [{ id: "folder-office", name: "Office", type: "folder" }]);
    expect(source).toMatchObject({ status: "ready", counts: { pages: 2, failed: 0 } });
    const [lamp] = await knowledge.find("What does a storm lantern cost?");
    expect(lamp).toMatchObject({ title: "Lamps", text: expect.stringContaining("640") });
    const [ferry] = await knowledge.find("When is the last ferry?");
    expect(ferry).toMatchObject({ title: "Ferry", text: expect.stringContaining("at ten") });
    drive.hits.length = 0;
    expect((await knowledge.sync(source)).lastRun?.counts).toMatchObject({ unchanged: 2, changed: 0 });
    expect(drive.hits.filter((hit) => hit.includes("export"))).toEqual([]);
  });

  it("downloads four files at once", async () => {
    const { drive, connect, addItems } = await open(store);
    const connectionId = await connect();
    for (let at = 0; at < 9; at += 1) {
      drive.put({ id: `note-${at}`, parent: "folder-many", content: `Berth ${at} is free.` });
    }
    drive.put({ id: "folder-many", name: "Many", mimeType: folderType });
    // Each download is held until four are there, or all that are left.
    let [most, begun] = [0, 0];
    const held: (() => void)[] = [];
    drive.waits.before = ({ query }) => {
      if (query.get("alt") !== "media") return undefined;
      begun += 1;
      return new Promise((resolve) => {
        held.push(resolve);
        most = Math.max(most, held.length);
        if (held.length === 4 || begun === 9) for (const go of held.splice(0)) go();
      });
    };
    const source = await addItems(connectionId, [{ id: "folder-many", name: "Many", type: "folder" }]);
    expect(source).toMatchObject({ status: "ready", counts: { pages: 9 } });
    expect(most).toBe(4);
  });

  it("renews an expired access once for all running requests", async () => {
    const { drive, connect, addItems } = await open(store);
    const connectionId = await connect();
    for (let at = 0; at < 4; at += 1) {
      drive.put({ id: `note-${at}`, parent: "folder-many", content: `Berth ${at} is free.` });
    }
    drive.put({ id: "folder-many", name: "Many", mimeType: folderType });
    // The access ends when all four downloads are on their way.
    let hasEnded = false;
    const held: (() => void)[] = [];
    drive.waits.before = ({ query }) => {
      if (hasEnded || query.get("alt") !== "media") return undefined;
      return new Promise((resolve) => {
        held.push(resolve);
        if (held.length < 4) return;
        hasEnded = true;
        drive.endAccess();
        for (const go of held.splice(0)) go();
      });
    };
    const source = await addItems(connectionId, [{ id: "folder-many", name: "Many", type: "folder" }]);
    expect(source).toMatchObject({ status: "ready", counts: { pages: 4 } });
    expect(drive.grants.map(({ form }) => form["grant_type"])).toEqual([
      "authorization_code",
      "refresh_token",
    ]);
  });

  it("downloads only what changed, and reports changed, new and removed files", async () => {
    const { drive, knowledge, connect, addItems } = await open(store);
    const source = await addItems(await connect(), [{ id: "folder-prices", name: "Prices", type: "folder" }]);
    drive.put({ id: "text-new", name: "New.txt", parent: "folder-prices", content: "A bell costs 9." });
    drive.hits.length = 0;
    const grown = await knowledge.sync(source);
    expect(grown.lastRun?.counts).toMatchObject({ unchanged: 1, added: 1, changed: 0, removed: 0 });
    expect(drive.hits.filter((hit) => hit.includes("alt=media"))).toHaveLength(1);
    drive.put({
      id: "csv-repairs",
      name: "Repairs.csv",
      mimeType: "text/csv",
      parent: "folder-prices",
      content: "Repair,Price\nFlat tyre,21\n",
    });
    drive.put({ id: "text-new", name: "New.txt", parent: "folder-prices", trashed: true });
    const changed = await knowledge.sync(source);
    expect(changed.lastRun?.counts).toMatchObject({ unchanged: 0, added: 0, changed: 1, removed: 1 });
    expect((await knowledge.find("What costs a flat tyre?"))[0]?.text).toContain("21");
  });

  it("renews an expired access once, and waits when Google limits the rate", async () => {
    const { drive, knowledge, connect, addItems } = await open(store);
    const connectionId = await connect();
    drive.endAccess();
    drive.interrupt({
      status: 403,
      headers: { "retry-after": "0" },
      json: faultOf(403, "userRateLimitExceeded", ""),
    });
    const source = await addItems(connectionId, [{ id: "csv-repairs", name: "Repairs.csv", type: "file" }]);
    expect(source).toMatchObject({ status: "ready", counts: { pages: 1 } });
    expect(drive.grants.map(({ form }) => form["grant_type"])).toEqual([
      "authorization_code",
      "refresh_token",
    ]);
    // An hour later the token is known to have ended, and is renewed before it is used.
    knowledge.server.clock.advance(3600_000);
    await knowledge.sync(source);
    expect(drive.grants).toHaveLength(3);
  });

  it("asks for a new connection after the grant was revoked, keeps what was read, and continues with the new one", async () => {
    const { drive, knowledge, connect, addItems } = await open(store);
    const source = await addItems(await connect(), [
      { id: "csv-repairs", name: "Repairs.csv", type: "file" },
    ]);
    drive.revoke();
    const lost = await knowledge.sync(source);
    expect(lost).toMatchObject({ status: "partly", connection: { state: "expired" }, counts: { pages: 1 } });
    expect(lost.error).toContain("Connect again");
    expect((await knowledge.find("What costs a flat tyre?"))[0]?.text).toContain("18");
    await connect(source.id);
    expect(await knowledge.settled(source)).toMatchObject({
      status: "ready",
      connection: { state: "connected" },
    });
  });

  it("retries only what failed", async () => {
    const { drive, knowledge, connect, addItems } = await open(store);
    const source = await addItems(await connect(), folder);
    expect(source.counts.failed).toBe(1);
    drive.put({ id: "file-empty", name: "Mended.txt", parent: "folder-help", content: "Mended." });
    drive.hits.length = 0;
    await knowledge.client.call(retrySync, { params: knowledge.at(source) });
    expect(await knowledge.settled(source)).toMatchObject({
      status: "ready",
      counts: { pages: 3, failed: 0 },
    });
    expect(drive.hits.filter((hit) => hit.includes("/files?"))).toEqual([]);
  });

  it("shows an account's places, their content, search results, and the target of a link", async () => {
    const { connect, pick } = await open(store);
    const connectionId = await connect();
    const names = async (query: Record<string, string>) =>
      (await pick({ connectionId, ...query })).items.map(({ name, type }) => `${type} ${name}`);
    expect(await names({})).toEqual(["place My Drive", "place Shared with me", "folder Team"]);
    expect(await names({ inside: "place:root" })).toEqual(["folder Help"]);
    expect(await names({ inside: "folder:folder-help" })).toEqual([
      "folder Prices",
      "file Hours",
      "file Broken.pdf",
    ]);
    expect(await names({ search: "repair" })).toEqual(["file Repairs.csv"]);
    expect(await names({ search: "it's \\" })).toEqual([]);
    expect(await names({ link: "https://docs.google.com/document/d/document-hours/edit?tab=t.0" })).toEqual([
      "file Hours",
    ]);
    expect(await names({ link: "https://drive.google.com/drive/folders/folder-prices" })).toEqual([
      "folder Prices",
    ]);
    expect(await names({ link: "nonsense" })).toEqual([]);
  });

  it("completes a connection once, in the browser and session that started it, at this origin only", async () => {
    const { knowledge, drive } = await open(store);
    const leave = () => leaveFor(knowledge, { type: "googleDrive", returnTo: "https://evil.example/" });
    const allow = async (url: string) =>
      (/<a href="([^"]+)">Allow/.exec(await (await fetch(url)).text())?.[1] ?? "").replaceAll("&amp;", "&");
    const { url, cookie } = await leave();
    const authorize = new URL(url);
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      ...{ access_type: "offline", code_challenge_method: "S256", response_type: "code" },
      scope: "https://www.googleapis.com/auth/drive.readonly",
    });
    const link = await allow(url);
    const there = await comeBack(knowledge, { link, cookie });
    expect(there.origin + there.pathname).toBe(`${knowledge.server.origin}/`);
    expect(there.searchParams.get("connection")).toBeTruthy();
    const again = await comeBack(knowledge, { link, cookie });
    expect(again.searchParams.get("signInError")).toBe("provider_expired");

    const [mine, theirs] = [await leave(), await leave()];
    const stolen = await comeBack(knowledge, { link: await allow(mine.url), cookie: theirs.cookie });
    expect(stolen.searchParams.get("signInError")).toBe("provider_expired");

    const last = await leave();
    const lastLink = await allow(last.url);
    await knowledge.client.call(logout, {});
    const ended = await comeBack(knowledge, { link: lastLink, cookie: last.cookie });
    expect(ended.searchParams.get("connectError")).toBe("unauthenticated");
    expect(drive.grants).toHaveLength(1);
  });

  it("reports that the user declined", async () => {
    const { knowledge } = await open(store);
    const end = await connectAccount(knowledge, { type: "googleDrive", click: "Deny" });
    expect(end.searchParams.get("connectError")).toBe("provider_cancelled");
  });

  it("names the missing settings to those who can set them, and to nobody else", async () => {
    const { server, owner, client, productId } = await openKnowledge(store);
    const params = { provider: "googleDrive" };
    const { data } = await client.call(getConnecting, { params });
    expect(data.signIn).toEqual({
      isReady: false,
      missing: ["GOOGLE_DRIVE_CLIENT_ID", "GOOGLE_DRIVE_CLIENT_SECRET"],
    });
    const other = server.as(await server.createMember(owner.organizationId, "collaborator"));
    expect((await other.call(getConnecting, { params })).data.signIn).toEqual({
      isReady: false,
      missing: [],
    });
    const query = { type: "googleDrive" as const, returnTo: "/" };
    expect((await client.send(getOAuthUrl, { query })).status).toBe(409);
    expect(productId).toBeTruthy();
  });

  it("keeps tokens encrypted, out of answers, and out of exported agents, which ask for an account again", async () => {
    const { drive, knowledge, connect, addItems } = await open(store);
    const { server, client, productId } = knowledge;
    const source = await addItems(await connect(), folder);
    const tokens = [...drive.accessTokens];
    const rows = JSON.stringify(await server.store.db.selectFrom("connections").selectAll().execute());
    const file = await (
      await client.send(exportAgent, { params: { productAppId: productId }, query: {} })
    ).text();
    for (const token of tokens)
      for (const text of [rows, file, server.readLog(), JSON.stringify(source)])
        expect(text).not.toContain(token);
    expect(file).toContain("folder-help");
    expect(file).not.toContain(source.connection?.id);
  });

  it("reads nothing for a source without an account, and says what to do", async () => {
    const { knowledge, connect, addItems } = await open(store);
    const source = await addItems(await connect(), [
      { id: "csv-repairs", name: "Repairs.csv", type: "file" },
    ]);
    await knowledge.server.store.db.deleteFrom("connections").execute();
    const lost = await knowledge.sync(source);
    expect(lost).toMatchObject({
      connection: null,
      status: "partly",
      error: "No account of Google Drive is connected. Connect one.",
    });
  });
});
