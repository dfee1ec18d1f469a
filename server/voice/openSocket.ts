import * as v from "valibot";
import { readSound } from "../../shared/domain/callSound.ts";
import { callUp } from "../../shared/contract/voice/voice.ts";
import type { CallUp } from "../../shared/contract/voice/voice.ts";
import type { Socket, SocketEars } from "../requests/socket.ts";
import type { Running } from "./beginCall.ts";
import type { VoiceWays } from "./deps.ts";
import { readTicket } from "./ticket.ts";
import type { CallTicket } from "./ticket.ts";

/** A socket names its call within this time. */
const helloWithinMs = 5000;
/** More than anybody does in a call: two hundred things in a second. */
const mostWaitingBytes = 8_000_000;

/** Hears a socket whose first message says which call it is. */
export function openSocket(
  deps: VoiceWays,
  { socket, find }: { socket: Socket; find(ticket: CallTicket): Promise<Running | null> },
): SocketEars {
  const { scheduler, report } = deps;
  let call: Running | null = null;
  let isGreeted = false;
  let isClosed = false;
  // What comes while the call is looked for waits in line.
  let opening: Promise<void> = Promise.resolve();
  const endHello = scheduler.after({
    name: "closes a socket that says nothing",
    ms: helloWithinMs,
    work: () => isGreeted || socket.close(4000, "Say hello first."),
  });

  async function greet(hello: CallUp & { type: "hello" }): Promise<void> {
    const ticket = readTicket(deps, hello.ticket);
    const found = ticket && (await find(ticket));
    if (!found) return socket.close(4003, "This call is over.");
    if (isClosed) {
      if (!found.line.hasSocket()) found.lost();
      return;
    }
    call = found;
    found.line.attach(socket, hello.got);
    found.found();
  }

  function take(content: string | Uint8Array): void {
    if (socket.waitingBytes() > mostWaitingBytes) return socket.close(4008, "Too slow.");
    if (typeof content !== "string") return takeSound(content);
    const frame = readFrame(content);
    if (!frame) return socket.close(4007, "This is no message of a call.");
    if (frame.type === "hello") {
      if (isGreeted) return socket.close(4007, "Hello was said.");
      isGreeted = true;
      endHello();
      opening = greet(frame).catch((error: unknown) => {
        report(error);
        socket.close(1011, "Something went wrong.");
      });
      return;
    }
    if (!isGreeted) return socket.close(4000, "Say hello first.");
    void opening.then(() => {
      if (!call?.line.isAttached(socket)) return;
      const fresh = call.line.receive(frame);
      if (!fresh) return;
      if (fresh.type === "mute") {
        call.speech?.mute(fresh.isOn);
        call.recorder?.mute(fresh.isOn);
      }
      if (fresh.type === "heard") call.recorder?.heard(fresh.id);
      call.engine.take(fresh);
    });
  }

  function takeSound(content: Uint8Array): void {
    const piece = readSound(content);
    if (!piece) return socket.close(4007, "This is no sound.");
    if (!isGreeted) return socket.close(4000, "Say hello first.");
    void opening.then(() => {
      if (!call?.line.isAttached(socket)) return;
      if (!call.speech) return socket.close(4007, "This call doesn't accept sound.");
      const fresh = call.line.receive(piece);
      if (!fresh) return;
      call.speech.take(fresh.bytes);
      call.recorder?.take(new Int16Array(fresh.bytes.buffer, 0, Math.floor(fresh.bytes.length / 2)));
    });
  }

  return {
    hear: take,
    closed() {
      isClosed = true;
      endHello();
      if (!call?.line.isAttached(socket)) return;
      call.line.detach();
      call.lost();
    },
  };
}

function readFrame(content: string): CallUp | null {
  try {
    const { success, output } = v.safeParse(callUp, JSON.parse(content));
    return success ? output : null;
  } catch {
    return null;
  }
}
