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
  /** The socket is closed, by either side. */
  closed(): void;
}

/** What is known of a socket when it is opened: parameters are in its route's path as `{name}`. */
export interface SocketFacts extends Pick<Facts, "address" | "requestId"> {
  params: Record<string, string>;
}

/** An address at which a socket is opened. Nobody is known there yet: the first message says who it is. */
export interface SocketRoute {
  path: string;
  /** Throws where the request that opens it is refused; left out, everybody may. */
  admit?(headers: Headers, params: Record<string, string>): Promise<void>;
  open(socket: Socket, facts: SocketFacts): SocketEars;
}
