import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { setModelDefaults } from "../../../shared/contract/models/modelKeys.ts";
import { listSpeechModels } from "../../../shared/contract/models/models.ts";
import { getPublicConfiguration, getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { programSpeech } from "../../../shared/domain/speechModels.ts";
import { callWords } from "../../../shared/words/call.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { beginCall, listenForCalls } from "../../kit/voice/callClient.ts";
import { offerCalls } from "../../kit/voice/offerCalls.ts";
import { joinSounds, makeSilence, makeSpeech } from "../../kit/voice/sounds.ts";

const asked = "How long do refunds take?";
const speech = joinSounds(makeSilence(600), makeSpeech(1200), makeSilence(600));

/** Reads its file as WAV of a call's sound, and prints words as programs do: over several lines. */
const hears = `import { readFileSync } from "node:fs";
const file = readFileSync(process.argv[2]);
if (file.toString("latin1", 0, 4) !== "RIFF" || file.readUInt32LE(24) !== 16000) process.exit(3);
console.log("How long do\\n  refunds take?");`;

/** Writes a sample for each sign of the text, at a rate of its own; the voice stands in the first one. */
const speaks = `import { text } from "node:stream/consumers";
const said = (await text(process.stdin)).trim();
const wav = Buffer.alloc(44 + 2 * said.length);
wav.write("RIFF", 0, "latin1"); wav.writeUInt32LE(wav.length - 8, 4); wav.write("WAVEfmt ", 8, "latin1");
wav.writeUInt32LE(16, 16); wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22); wav.writeUInt32LE(22050, 24);
wav.writeUInt32LE(44100, 28); wav.writeUInt16LE(2, 32); wav.writeUInt16LE(16, 34);
wav.write("data", 36, "latin1"); wav.writeUInt32LE(2 * said.length, 40);
for (const [at, sign] of [...said].entries()) wav.writeInt16LE(sign.charCodeAt(0), 44 + 2 * at);
if (process.argv[2] !== "de" || process.env.SECRET_KEY) process.exit(4);
process.stdout.write(wav);`;

describe.each(stores())("calls by programs of the server's machine on $name", (kind) => {
  function makePrograms(scripts: { hears: string; speaks: string }) {
    const folder = mkdtempSync(join(tmpdir(), "programs-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (name: string, script: string) => {
      writeFileSync(join(folder, name), script);
      return join(folder, name);
    };
    return {
      hear: [process.execPath, write("hears.mjs", scripts.hears), "{file}"],
      speak: [process.execPath, write("speaks.mjs", scripts.speaks), "{voice}"],
      path: "",
    };
  }

  async function begin(scripts: { hears: string; speaks: string }) {
    const talk = await startTalkingServer(kind, { models: { programs: makePrograms(scripts) } });
    const owner = talk.server.as(talk.owner);
    await owner.call(setModelDefaults, { body: { data: { speech: programSpeech } } });
    const agent = await talk.createAgent(builtinModel);
    await offerCalls(talk, agent, { callGreeting: "Hello!", callVoice: "de", hasVoice: true });
    const address = await listenForCalls(talk.server);
    const visitor = await talk.openVisitor(agent);
    const call = await beginCall(talk.server, visitor, { address, speech: "server" });
    return { talk, owner, agent, call };
  }

  it("hear and speak without a key, in the voice that was chosen, and take no voice messages", async () => {
    const { talk, owner, agent, call } = await begin({ hears, speaks });
    const { id } = await call.next("say");
    expect(await call.next("sound")).toMatchObject({ id, kind: "samples", rate: 22_050 });
    expect(await call.next("soundEnd")).toMatchObject({ id });
    const signs = [...new Uint8Array(call.sounds.get(id) ?? [])].filter((_, at) => at % 2 === 0);
    expect(String.fromCharCode(...signs)).toBe("Hello!");
    call.hearAll();
    call.sendSound(speech);
    expect(await call.next("caption")).toMatchObject({ text: asked });

    const { items } = await owner.call(listSpeechModels, {});
    expect(items.find(({ value }) => value === programSpeech)?.isAvailable).toBe(true);
    const { data } = await owner.call(getWidget, { params: { productId: agent.id } });
    const shown = await talk.server
      .anyone()
      .call(getPublicConfiguration, { query: { surface: "widget", token: data.token } });
    expect(shown.callSpeech).toBe("either");
    expect(shown.voice).toBeFalsy();
  });

  it("say that they understand nobody where they fail", async () => {
    const { call } = await begin({ hears: "process.exit(1)", speaks });
    call.hearAll();
    await call.next("say");
    call.sendSound(speech);
    await expect
      .poll(() => call.frames)
      .toContainEqual(expect.objectContaining({ type: "say", text: callWords.cantHear }));
  });

  it("are offered only where the operator has some", async () => {
    const talk = await startTalkingServer(kind);
    const owner = talk.server.as(talk.owner);
    const { items } = await owner.call(listSpeechModels, {});
    expect(items.map(({ value }) => value)).not.toContain(programSpeech);
    const choose = owner.call(setModelDefaults, { body: { data: { speech: programSpeech } } });
    await expect(choose).rejects.toMatchObject({ status: 400 });
  });
});
