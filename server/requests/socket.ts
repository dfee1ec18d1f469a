import type { Facts } from "./facts.ts";

/** One end of a socket that stays open: texts and bytes, both ways. */
export interface Socket {
  send(content: string | Uint8Array): void;
  /** The code is one of RFC 6455's, or above 4000. */
  close(code: number, reason?: string): void;
  /** How much waits to be sent. */
  waitingBytes(): number;
}

/** What a socket's handler does with what comes. */
export interface SocketEars {
  hear(content: string | Uint8Array): void;
  /** The socket is closed, whoever did it. */
  closed(): void;
}

/** An address at which a socket is opened. Nobody is known there yet: the first message says who it is. */
export interface SocketRoute {
  path: string;
  open(socket: Socket, facts: Pick<Facts, "address" | "requestId">): SocketEars;
}
