import { proxy } from "valtio/vanilla";
import type { CallEnding, CallState, OfferedSpeech } from "../../shared/domain/call.ts";
import type { CallDown } from "../../shared/contract/voice/voice.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { formatMinutes } from "../../shared/format/minutes.ts";
import { CannotRecord } from "../../shared/ui/recording/record.ts";
import type { RecordFault } from "../../shared/ui/recording/record.ts";
import type { CallWords } from "../../shared/words/call.ts";
import type { LaterWords } from "../../shared/words/later.ts";
import { sayLater } from "../session/laterWords.ts";
import { callDesk, calling } from "../session/calling.ts";
import { sayInCalls } from "../session/callWords.ts";
import { chat } from "../session/state.ts";
import { openCallSocket } from "./callSocket.ts";
import type { CallSocket } from "./callSocket.ts";
import { followChat } from "./followChat.ts";
import { CannotHear, findRecognition, hearInBrowser } from "./hearInBrowser.ts";
import type { Hearing, HearingEars } from "./hearInBrowser.ts";
import { needSecurePage, openMicrophone } from "./microphone.ts";
import type { Playing } from "./playSound.ts";
import { speakInBrowser } from "./speakInBrowser.ts";
import type { Speaking } from "./speakInBrowser.ts";

/** What of a call is shown. */
export interface CallView {
  /** `asking`: the visitor is asked whether the call may be recorded. */
  phase: "none" | "asking" | "starting" | "live" | "ended";
  state: CallState;
  isMuted: boolean;
  isCut: boolean;
  isRecorded: boolean;
  /** The page that shows the avatar; empty for none. */
  avatarUrl: string;
  startedAt: number;
  /** The conversation in which something was said; empty as long as nothing was. */
  threadId: string;
  /** What the visitor says, as it is understood, and what the agent says. */
  own: string;
  agents: string;
  /** What went wrong, or how it ended; for the visitor to read. */
  notice: string;
}

const nothing: CallView = {
  ...{ phase: "none", state: "listening", isMuted: false, isCut: false },
  ...{ isRecorded: false, avatarUrl: "", startedAt: 0, threadId: "" },
  ...{ own: "", agents: "", notice: "" },
};

/** The call of this document: it has one at a time. */
export const call = proxy<CallView>({ ...nothing });

let end: (reason: CallEnding, notice?: string) => void = () => {};
let setMute: (isMuted: boolean) => void = () => {};

/** Ends the call, if there is one, as the visitor wants it. */
export function endCall(): void {
  if (call.phase === "asking") Object.assign(call, nothing);
  end("visitor");
}

/** Lets the microphone hear nothing, or hear again. */
export function muteCall(isMuted: boolean): void {
  call.isMuted = isMuted;
  setMute(isMuted);
}

/** Takes away what is left of a call that is over. */
export function forgetCall(): void {
  if (call.phase === "ended") Object.assign(call, nothing);
}

/** Begins a call, or first asks whether it may be recorded; what keeps it from that stands in `call.notice`. */
export async function beginCall(mayRecord?: boolean): Promise<void> {
  if (call.phase === "starting" || call.phase === "live") return;
  const { settings, callSpeech: offered = "browser" } = chat.configuration ?? {};
  // Only what the server hears can be recorded.
  const wantsAvatar = chat.configuration?.hasAvatar === true;
  if (mayRecord === undefined && settings?.recordsCalls && offered !== "browser" && !wantsAvatar)
    return void Object.assign(call, { ...nothing, phase: "asking" });
  Object.assign(call, { ...nothing, phase: "starting" });
  const words = sayInCalls();
  const desk = callDesk();
  let stream: MediaStream | undefined;
  let socket: CallSocket | undefined;
  let hearing: Hearing | undefined;
  let speaking: Speaking | undefined;
  /** Where the server speaks. */
  let playing: Playing | undefined;
  let id = "";
  let isOver = false;
  let followed: ReturnType<typeof followChat> | undefined;
  const texts = new Map<number, string>();
  let readSilently: () => Speaking;

  end = (reason, notice = noticeOf(reason, words)) => {
    if (isOver) return;
    isOver = true;
    followed?.end();
    socket?.send({ type: "end" });
    socket?.close();
    hearing?.stop();
    speaking?.stop();
    for (const track of stream?.getTracks() ?? []) track.stop();
    const seconds = call.startedAt === 0 ? 0 : Math.round((Date.now() - call.startedAt) / 1000);
    if (id !== "") desk.ended({ id, seconds, reason });
    Object.assign(call, {
      phase: "ended",
      avatarUrl: "",
      notice: notice || words.ended.replace("{time}", formatMinutes(seconds * 1000)),
      isCut: false,
    });
    chat.announcement = { text: call.notice, isUrgent: false };
    calling.isOn = false;
  };

  try {
    needSecurePage();
    // Nobody is asked for a microphone that is of no use.
    const recognition = offered === "server" || mayRecord ? null : findOrNull(offered);
    stream = await openMicrophone();
    const [track] = stream.getAudioTracks();
    if (isOver) return leave();
    if (!track) return end("failed", words.microphoneLost);
    track.addEventListener("ended", () => end("failed", words.microphoneLost));
    const language = chat.language;
    // Whether the browser understands is asked before the server is.
    const ears: HearingEars = {
      onVoice: (isOn) => socket?.send({ type: "voice", isOn }),
      onWords: (said) => socket?.send({ type: "words", ...said }),
      onFault: (why) => end("failed", words[why]),
    };
    const onPreparing = () => void (call.notice = words.preparing);
    const onHeard = (saying: number, characters: number): void => {
      call.agents = texts.get(saying) ?? "";
      socket?.send({ type: "heard", id: saying, characters });
    };
    if (recognition)
      hearing = await hearInBrowser(recognition, { language, track, onPreparing }, ears).catch(
        (error: unknown) => {
          if (offered === "browser" || !(error instanceof CannotHear)) throw error;
          return undefined;
        },
      );
    if (isOver) return leave();
    if (!hearing) {
      const { openServerSound } = await import("./serverSound.ts");
      const onFrame = (frame: Int16Array<ArrayBuffer>) => socket?.sendSound(frame);
      const sound = await openServerSound(stream, { onHeard, onFrame });
      ({ hearing, playing } = sound);
      speaking = playing;
      if (isOver) return leave();
    }
    const speech = playing ? "server" : "browser";
    const access = await desk.open({
      ...{ language, speech },
      ...(mayRecord && { isRecorded: true }),
      ...(wantsAvatar && { wantsAvatar }),
    });
    const onSilent = () => void (call.notice = words.noVoice);
    speaking ??= speakInBrowser(language, { onHeard, onSilent });
    readSilently = () => speakInBrowser(language, { onHeard, onSilent }, true);
    if (isOver) return leave();
    id = access.callId;
    socket = openCallSocket(access.ticket, {
      hear,
      hearSound: (saying, bytes) => playing?.take(saying, bytes),
      onCut: (isCut) => void (call.isCut = isCut),
      onLost: () => end("network", words.connectionLost),
    });
    followed = followChat(access.threadId, { socket, sendTyped: desk.sendTyped });
    setMute = (isMuted) => {
      track.enabled = !isMuted;
      hearing?.setMuted(isMuted);
      socket?.send({ type: "mute", isOn: isMuted });
    };
    Object.assign(call, {
      phase: "live",
      isRecorded: access.isRecorded,
      startedAt: Date.now(),
      notice: call.notice === words.noVoice ? words.noVoice : "",
    });
    desk.began(id);
  } catch (thrown) {
    end("failed", sentenceOf(thrown, words));
  }

  /** The visitor ended it while it began. */
  function leave(): void {
    hearing?.stop();
    speaking?.stop();
    for (const track of stream?.getTracks() ?? []) track.stop();
  }

  /** It speaks in place of the browser; the server falls silent by itself. */
  function showAvatar(url: string): void {
    call.avatarUrl = url;
    if (call.notice === words.noVoice) call.notice = "";
    if (playing) return;
    speaking?.stop();
    speaking = readSilently();
  }

  function hear(frame: CallDown): void {
    switch (frame.type) {
      case "avatar":
        return showAvatar(frame.url);
      case "state":
        call.state = frame.state;
        if (frame.state === "thinking") call.own = "";
        return;
      case "caption":
        call.own = frame.text;
        return;
      case "untaken":
        return desk.sendTyped(frame.clientId);
      case "turn":
        call.threadId = frame.threadId;
        followed?.moveTo(frame.threadId);
        return desk.showThread(frame.threadId);
      case "say":
        texts.set(frame.id, frame.text);
        return speaking?.say(frame);
      case "sound":
        return playing?.begin(frame.id, frame);
      case "soundEnd":
        return playing?.end(frame.id);
      case "writes":
        call.notice = words.writesInstead;
        return;
      case "pause":
        return speaking?.pause();
      case "goOn":
        return speaking?.goOn();
      case "drop":
        return speaking?.drop();
      case "over":
        return end(frame.reason);
    }
  }
}

/** The browser's own; null where it has none and the server understands in its place. */
function findOrNull(offered: OfferedSpeech): ReturnType<typeof findRecognition> | null {
  try {
    return findRecognition();
  } catch (error) {
    if (offered === "browser") throw error;
    return null;
  }
}

function noticeOf(reason: CallEnding, words: CallWords): string {
  if (reason === "network") return words.connectionLost;
  if (reason === "limit") return words.tooLong;
  if (reason === "elsewhere") return words.elsewhere;
  if (reason === "handover") return words.handedOver;
  return reason === "failed" || reason === "refused" ? words.failed : "";
}

const reasons = {
  missing: "microphoneMissing",
  refused: "microphoneRefused",
  busy: "microphoneBusy",
} as const satisfies Partial<Record<RecordFault, keyof LaterWords>>;

function sentenceOf(thrown: unknown, words: CallWords): string {
  if (thrown instanceof CannotRecord) {
    const { why } = thrown;
    return why === "missing" || why === "refused" || why === "busy"
      ? sayLater()[reasons[why]]
      : words.insecure;
  }
  if (thrown instanceof CannotHear) {
    const named = new Intl.DisplayNames(chat.language, { type: "language" }).of(chat.language) ?? "";
    return words[thrown.why].replace("{language}", named);
  }
  return toRequestError(thrown).code === "visitor_blocked" ? toRequestError(thrown).message : words.failed;
}
