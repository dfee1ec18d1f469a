import { callSocketPath } from "../../shared/contract/voice/voice.ts";
import type { CallDown, CallUp } from "../../shared/contract/voice/voice.ts";
import { readSound, writeSound } from "../../shared/domain/callSound.ts";
import { resumeWithinMs } from "../../shared/domain/call.ts";
import { readServerAddress } from "../../shared/client/basePath.ts";

/** What goes up, before it has its number. */
export type Up = CallUp extends infer One ? (One extends { n: number } ? Omit<One, "n"> : never) : never;

/** The connection of a call, over the sockets that carry it one after the other. */
export interface CallSocket {
  send(frame: Up): void;
  /** Sends what the microphone hears. */
  sendSound(frame: Int16Array<ArrayBuffer>): void;
  close(): void;
}

interface Ears {
  hear(frame: CallDown): void;
  /** A piece of a saying's sound. */
  hearSound(id: number, bytes: Uint8Array<ArrayBuffer>): void;
  /** It is reconnecting, or is back. */
  onCut(isCut: boolean): void;
  /** It did not come back. */
  onLost(): void;
}

const retryEveryMs = 1000;
/** How many frames are kept of what was sent over a socket that may be dead. */
const mostKept = 2000;

/** Opens the socket of a call, and opens another one each time that it is cut, as long as the server waits. */
export function openCallSocket(ticket: string, ears: Ears): CallSocket {
  let socket: WebSocket | undefined;
  let [sent, got] = [0, 0];
  let kept: { n: number; content: string | Uint8Array<ArrayBuffer> }[] = [];
  let isReady = false;
  let isOver = false;
  let cutAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const made = new WebSocket(readServerAddress().replace(/^http/, "ws") + callSocketPath);
    socket = made;
    made.binaryType = "arraybuffer";
    made.onopen = () => made.send(JSON.stringify({ type: "hello", ticket, got } satisfies CallUp));
    made.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (made !== socket) return;
      if (typeof data === "string") take(data);
      else takeSound(new Uint8Array(data));
    };
    made.onclose = ({ code }) => made === socket && cut(code);
  }

  function take(data: string): void {
    const frame = JSON.parse(data) as CallDown; // from our own server
    if (frame.type === "ready") {
      isReady = true;
      kept = kept.filter(({ n }) => n > frame.got);
      for (const { content } of kept) socket?.send(content);
      if (cutAt !== null) ears.onCut(false);
      cutAt = null;
    } else {
      if (frame.n <= got) return;
      got = frame.n;
    }
    ears.hear(frame);
  }

  function takeSound(data: Uint8Array): void {
    const piece = readSound(data);
    if (!piece || piece.n <= got) return;
    got = piece.n;
    ears.hearSound(piece.id, piece.bytes);
  }

  function cut(code: number): void {
    isReady = false;
    if (isOver) return;
    // 4003: the server no longer has the call. 4001: another tab has it.
    const wasCutAt = (cutAt ??= Date.now());
    if (code === 4003 || code === 4001 || Date.now() - wasCutAt > resumeWithinMs) {
      isOver = true;
      return ears.onLost();
    }
    ears.onCut(true);
    timer = setTimeout(connect, retryEveryMs);
  }

  function put(n: number, content: string | Uint8Array<ArrayBuffer>): void {
    kept.push({ n, content });
    if (kept.length > mostKept) kept.shift();
    if (isReady) socket?.send(content);
  }

  connect();
  return {
    send(frame) {
      sent += 1;
      put(sent, JSON.stringify({ n: sent, ...frame }));
    },
    sendSound(frame) {
      sent += 1;
      put(sent, writeSound({ n: sent, id: 0, bytes: new Uint8Array(frame.buffer) }));
    },
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
