import { beginWithinMs, longestCallMs, resumeWithinMs } from "../../shared/domain/call.ts";
import type { CallEnding } from "../../shared/domain/call.ts";
import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import { callWords } from "../../shared/words/call.ts";
import type { CallWords } from "../../shared/words/call.ts";
import { loadLanguage } from "../../shared/words/languages/load.ts";
import type { KeptRecording } from "../conversations/files/keepRecording.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import { openAvatar } from "./avatar/avatar.ts";
import type { CallOffer, VoiceWays } from "./deps.ts";
import { createEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";
import { createLine } from "./line.ts";
import type { Line } from "./line.ts";
import { recordCall } from "./recordCall.ts";
import { claimCall, endCall, findCall } from "./rows.ts";
import { openCallSpeech } from "./services/openCallSpeech.ts";
import { createRecorder } from "./sound/recorder.ts";
import type { Recorder } from "./sound/recorder.ts";
import { createServerSpeech } from "./sound/serverSpeech.ts";
import type { ServerSpeech } from "./sound/serverSpeech.ts";
import { spendMinutes } from "./sound/spendMinutes.ts";
import type { CallRow } from "./tables.ts";
import type { CallTicket } from "./ticket.ts";

/** A call that this process has. */
export interface Running {
  row: CallRow;
  line: Line;
  engine: Engine;
  /** Null where the browser hears and speaks itself. */
  speech: ServerSpeech | null;
  /** Null unless the visitor agreed to a recording. */
  recorder: Recorder | null;
  /** Ends it, once; resolves when its row says so. */
  end(reason: CallEnding): Promise<void>;
  hasEnded(): boolean;
  lost(): void;
  found(): void;
}

/** The most that are recorded at once: each holds up to 40 MB until it ends. Further ones go on unrecorded. */
const mostRecorded = 20;

/** Begins the call of a ticket in this process; null where it can't begin, or no longer. */
export async function beginCall(
  deps: VoiceWays,
  ticket: CallTicket,
  { recorded, ended }: { recorded: Set<Recorder>; ended(callId: string): void },
): Promise<Running | null> {
  const { store, scheduler, now, report } = deps;
  const admitted = await admit(deps, ticket);
  if (!admitted) return null;
  const { row, at, visitor, offer, models } = admitted;
  const key = { organizationId: row.organizationId, id: row.id };
  const line = createLine(row.id);
  const isAgreed = ticket.isRecorded && offer.isRecorded && models !== null;
  const recorder = isAgreed && recorded.size < mostRecorded ? createRecorder({ now }) : null;
  const avatar = ticket.wantsAvatar && !recorder ? await openAvatar(deps, row) : null;
  if (avatar) line.send({ type: "avatar", url: avatar.url });
  const words = await readCallWords(row, offer);
  const record = recordCall(deps, row, row.threadId);
  if (recorder) recorded.add(recorder);
  let endWaiting: (() => void) | undefined;
  let ending: Promise<void> | undefined;
  const end = (reason: CallEnding): Promise<void> =>
    (ending ??= Promise.resolve()
      .then(() => finish(reason))
      .finally(() => {
        if (recorder) recorded.delete(recorder);
        ended(row.id);
      }));
  const finish = async (reason: CallEnding): Promise<void> => {
    endWaiting?.();
    endLimit();
    const seconds = Math.round((now() - at) / 1000);
    line.send({ type: "over", reason, seconds });
    line.close();
    speech?.stop();
    endSpending?.();
    await engine.stop();
    const roomEnds = avatar?.stop().catch(report);
    const turns = await record.finish();
    const recording =
      isAgreed && record.threadId() !== null
        ? await keepRecording(deps, row, { recorder, from: at })
        : undefined;
    const told = { ...key, ending: reason, now: now(), turns, recording };
    await store.transaction((tx) => endCall(deps, tx, told));
    await roomEnds;
  };
  let isDeaf = false;
  const speech =
    models &&
    createServerSpeech({
      ...{ models, language: row.language, line: recorder?.watch(line) ?? line, now, report },
      isSilent: avatar !== null,
      onVoice: (isOn) => engine.take({ n: 0, type: "voice", isOn }),
      onWords(understood) {
        isDeaf = false;
        engine.understand(understood);
      },
      onDeaf() {
        if (!isDeaf) engine.tell(words.cantHear);
        isDeaf = true;
      },
    });
  const engine = createEngine({
    ...{ language: row.language, words, speakIn: deps.speakIn, scheduler, now, report },
    line: avatar?.watch(speech ?? line) ?? speech ?? line,
    findVisitor: () => findVisitor(deps, row),
    countMessage({ sessionId }) {
      deps.limits.take("sendBySession", sessionId);
    },
    thread: row.threadId === null ? ticket : { threadId: row.threadId },
    ...{ onTurn: record.onTurn, onThread: record.onThread },
    onOver: (reason) => void end(reason).catch(report),
  });
  const endLimit = scheduler.after({
    name: "ends a long call",
    ms: longestCallMs,
    work: () => end("limit"),
  });
  const call: Running = {
    ...{ row, line, engine, speech, recorder, end, hasEnded: () => ending !== undefined },
    lost() {
      endWaiting?.();
      endWaiting = scheduler.after({
        name: "ends a call that was cut",
        ms: resumeWithinMs,
        work: () => end("network"),
      });
    },
    found: () => endWaiting?.(),
  };
  engine.begin(offer.greeting);
  const endSpending = models?.isInstallations
    ? spendMinutes(deps, { id: row.id, visitor, onUsedUp: () => engine.tell(words.cantHear, "refused") })
    : undefined;
  return call;
}

/** A call whose ticket is good, and that is this process's now. */
interface Admitted {
  row: CallRow;
  at: number;
  visitor: VisitorCaller;
  offer: CallOffer;
  /** Null where the browser hears and speaks itself. */
  models: Awaited<ReturnType<typeof openCallSpeech>>;
}

/** Takes the call of a ticket for this process; null where it can't begin here, or no longer. */
async function admit(deps: VoiceWays, ticket: CallTicket): Promise<Admitted | null> {
  const { store, now } = deps;
  const key = { organizationId: ticket.organizationId, id: ticket.callId };
  const row = await findCall(store.db, key);
  const at = now();
  // One that runs elsewhere was heard there so far.
  if (row?.state !== "waiting" || at - row.createdAt > beginWithinMs) return null;
  const visitor = await findVisitor(deps, row);
  if (!visitor) return null;
  const offer = await deps.findCallOffer(visitor);
  const wanted = ticket.speech === "server";
  const models = wanted ? await openCallSpeech(deps, row.organizationId, offer.voice) : null;
  if (wanted && !models) return null;
  if (!(await claimCall(store.db, key, at))) return null;
  return { row, at, visitor, offer, models };
}

async function readCallWords(row: CallRow, offer: CallOffer): Promise<CallWords> {
  const language = pickLanguage([row.language]) ?? "en";
  return {
    ...callWords,
    ...(await loadLanguage(language))?.call,
    ...pickCallWords(offer.words[language]),
  };
}

/** What can't be stored is lost, and the end of the call says so. */
async function keepRecording(
  deps: VoiceWays,
  { organizationId, agentId, contactId }: CallRow,
  { recorder, from }: { recorder: Recorder | null; from: number },
): Promise<KeptRecording | undefined> {
  if (!recorder) return { ids: [], contactId, from, isWhole: false };
  const files = recorder.finish();
  if (files.length === 0) return undefined;
  return deps.keepRecording({ organizationId, agentId, contactId }, { files, from });
}

/** As they are now: visitors who left, were blocked or must identify themselves can't speak in a call either. */
async function findVisitor(deps: VoiceWays, row: CallRow): Promise<VisitorCaller | null> {
  const visitor = await deps.findVisitor(row.sessionId);
  const isTheirs = visitor?.organizationId === row.organizationId && visitor.agentId === row.agentId;
  return isTheirs && !visitor.isBlocked && !visitor.mustIdentify ? visitor : null;
}

/** An owner's words come from outside: only texts that replace one of ours. */
function pickCallWords(words: Record<string, string> = {}): Partial<CallWords> {
  return Object.fromEntries(
    Object.keys(callWords).flatMap((key) => {
      const own = words[`call.${key}`];
      return own === undefined ? [] : [[key, own]];
    }),
  );
}
