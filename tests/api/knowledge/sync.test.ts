import { describe, expect, it } from "vitest";
import { listSyncStatus, syncFiles } from "../../../shared/contract/knowledge/sync.ts";
import type { FileKind } from "../../../shared/domain/fileKinds.ts";
import { openKnowledge, type OpenKnowledge } from "../../kit/knowledge/knowledge.ts";
import { stores } from "../../kit/database/stores.ts";

const upload = ({ upload: send }: OpenKnowledge, name: string, text: string) => send(name, Buffer.from(text));

describe.each(stores())("syncs started by other programs on $name", (store) => {
  it("can be followed: the state of all sources, of one, or of those in a state", async () => {
    const knowledge = await openKnowledge(store);
    const { client, productId } = knowledge;
    const tides = await knowledge.add({ kind: "text", title: "Tides", text: "High water at six." });
    const broken = await knowledge.add({
      kind: "files",
      fileIds: [await upload(knowledge, "broken.pdf", "%PDF-1.7\nnothing of use")],
    });
    const ask = async (query: { datasourceId?: string; status?: "ready" | "failed" }) =>
      client.call(listSyncStatus, { params: { productId }, query });
    const all = await ask({});
    expect(all.items.map(({ id }) => id)).toEqual([broken.id, tides.id]);
    expect(all.page.total).toBe(2);
    const { items } = await ask({ status: "ready" });
    expect(items).toMatchObject([
      {
        ...{ id: tides.id, name: "Tides", status: "ready", error: null, counts: { pages: 1 } },
        ...{ lastRun: { status: "done", trigger: "create" }, nextSyncAt: null },
      },
    ]);
    expect(items[0]).not.toHaveProperty("config");
    expect((await ask({ datasourceId: broken.id })).items).toMatchObject([
      { id: broken.id, lastRun: { counts: { failed: 1 } } },
    ]);

    const site = await knowledge.add({ kind: "sample" });
    expect((await ask({ datasourceId: site.id })).items).toMatchObject([{ lastRun: { status: "done" } }]);
    const { id: other } = await knowledge.server.createAgent(knowledge.owner);
    expect((await client.call(listSyncStatus, { params: { productId: other }, query: {} })).items).toEqual(
      [],
    );
  });

  it("accept files by their kind, read new ones and keep existing ones", async () => {
    const knowledge = await openKnowledge(store);
    const first = await upload(knowledge, "tides.txt", "High water comes at six.");
    const source = await knowledge.add({ kind: "files", fileIds: [first] });
    const prices = await upload(knowledge, "prices.csv", "what,crowns\nFerry,nine\n");
    const notice = await upload(knowledge, "NOTICE.MD", "# Fog\n\nThe horn sounds twice in fog.");
    const call = (data: Partial<Record<FileKind, string[]>>) =>
      knowledge.client.call(syncFiles, { params: knowledge.at(source), body: { data } });
    expect((await call({ csvFiles: [prices], files: [first, notice] })).data.files).toHaveLength(3);
    const after = await knowledge.settled(source);
    expect(after.lastRun?.counts).toMatchObject({ added: 2, unchanged: 1, removed: 0 });
    expect((await knowledge.find("What does the horn say in fog?"))[0]?.text).toContain("twice");
    // The same again changes nothing, and begins nothing.
    await call({ textFiles: [notice] });
    expect((await knowledge.settled(source)).lastRun?.id).toBe(after.lastRun?.id);
  });

  it("refuse files with a wrong kind, unknown files, and sources of another kind", async () => {
    const knowledge = await openKnowledge(store);
    const { client } = knowledge;
    const text = await upload(knowledge, "tides.txt", "High water comes at six.");
    const source = await knowledge.add({ kind: "files", fileIds: [text] });
    const call = (data: Partial<Record<FileKind, string[]>>, to = source) =>
      client.call(syncFiles, { params: knowledge.at(to), body: { data } });
    await expect(call({ excelFiles: [text], pdfFiles: ["none"] })).rejects.toMatchObject({
      status: 400,
      body: {
        error: {
          fields: [
            { path: "body.data.pdfFiles.0", message: "This file was not uploaded. Choose it again." },
            {
              path: "body.data.excelFiles.0",
              message: "excelFiles takes files that end with xlsx, xlsm, xls.",
            },
          ],
        },
      },
    });
    await expect(call({})).rejects.toMatchObject({ status: 400 });
    const typed = await knowledge.add({ kind: "text", title: "Ice", text: "It thaws in April." });
    await expect(call({ files: [text] }, typed)).rejects.toMatchObject({ status: 409 });
    const other = await openKnowledge(store);
    const theirs = await upload(other, "theirs.txt", "Not yours.");
    await expect(call({ files: [theirs] })).rejects.toMatchObject({ status: 400 });
  });
});
