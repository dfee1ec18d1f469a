import type { CallDown, CallUp } from "../../shared/contract/voice/voice.ts";
import { writeSound } from "../../shared/domain/callSound.ts";
import type { Socket } from "../requests/socket.ts";

/** What goes down a line, before it has its number. */
export type Unnumbered = CallDown extends infer One
  ? One extends { n: number }
    ? Omit<One, "n">
    : never
  : never;

/** What comes up a line, each once and in order. */
export type Numbered = Exclude<CallUp, { type: "hello" }>;

/** The connection of a call, over the sockets that carry it one after the other. */
export interface Line {
  send(frame: Unnumbered): void;
  /** Sends a piece of what is said. */
  sendSound(id: number, bytes: Uint8Array<ArrayBuffer>): void;
  /** Goes on over this socket, from what the other side has received. */
  attach(socket: Socket, got: number): void;
  /** Gives what came if it is new; null for what came before. */
  receive<Frame extends { n: number }>(frame: Frame): Frame | null;
  isAttached(socket: Socket): boolean;
  hasSocket(): boolean;
  /** The socket that it went over is closed. */
  detach(): void;
  close(): void;
}

/** How much is kept to be sent again; what is older would be heard too late anyway. */
const mostKeptBytes = 4_000_000;

/** Makes a line without a socket: what is sent waits for one. */
export function createLine(callId: string): Line {
  let socket: Socket | null = null;
  let sent = 0;
  let received = 0;
  let kept: { n: number; content: string | Uint8Array }[] = [];
  let keptBytes = 0;

  function put(content: string | Uint8Array): void {
    kept.push({ n: sent, content });
    keptBytes += content.length;
    while (keptBytes > mostKeptBytes) keptBytes -= kept.shift()?.content.length ?? keptBytes;
    socket?.send(content);
  }

  return {
    send(frame) {
      sent += 1;
      put(JSON.stringify({ n: sent, ...frame }));
    },
    sendSound(id, bytes) {
      sent += 1;
      put(writeSound({ n: sent, id, bytes }));
    },
    attach(next, got) {
      if (socket !== next) socket?.close(4001, "The call went on over another socket.");
      socket = next;
      kept = kept.filter(({ n }) => n > got);
      keptBytes = kept.reduce((sum, { content }) => sum + content.length, 0);
      next.send(JSON.stringify({ type: "ready", got: received, callId } satisfies CallDown));
      for (const { content } of kept) next.send(content);
    },
    receive(frame) {
      if (frame.n <= received) return null;
      received = frame.n;
      return frame;
    },
    isAttached: (one) => socket === one,
    hasSocket: () => socket !== null,
    detach: () => void (socket = null),
    close() {
      socket?.close(1000, "The call is over.");
      socket = null;
    },
  };
}
