import type { FrameToPage, PageToFrame } from "./messages.ts";

export const namespace = "pilothouse-chat";
/** Grows only when a message is removed; unknown messages are ignored by both sides. */
export const protocolVersion = 1;

/** The answer to a message that this side does not know; the other may be newer. */
const unsupported = "unsupported";

/** How browsers write the origin of a page that has none. */
const nowhere = "null";

interface Envelope {
  ns: typeof namespace;
  v: number;
  type: string;
  payload: unknown;
}

/** One end of the connection between page and frame, once the handshake is done. */
export interface Link<Out, In> {
  send<Type extends keyof Out & string>(type: Type, payload: Out[Type]): void;
  /** Hears every message of one type; the last listener set counts. */
  on<Type extends keyof In & string>(type: Type, hear: (payload: In[Type]) => void): void;
  close(): void;
}

export type FrameEnd = Link<FrameToPage, PageToFrame>;
export type PageEnd = Link<PageToFrame, FrameToPage>;

/**
 * The frame's side: says hello to the one origin that its document was made for and resolves when that page hands over
 * a port. It never resolves where nobody answers, as with the bare iframe snippet, so nothing may wait for it. `null`
 * is a page that can't be named: the server says so only where any page may show the frame, so any page around it may
 * speak.
 */
export function connectToPage(parentOrigin: string): Promise<FrameEnd> {
  const isNamed = parentOrigin !== nowhere;
  return new Promise((resolve) => {
    addEventListener("message", function hear(event) {
      const port = event.ports[0];
      if (event.source !== parent || (isNamed && event.origin !== parentOrigin) || !port) return;
      if (readEnvelope(event.data)?.type !== "connect") return;
      removeEventListener("message", hear);
      resolve(createLink(port));
    });
    // The hello says nothing that anybody may not know.
    parent.postMessage(envelope("hello", { v: protocolVersion }), isNamed ? parentOrigin : "*");
  });
}

/**
 * The page's side: answers each hello of this frame with a new port, so that a frame that reloads is connected again.
 * Gives a function that stops listening.
 */
export function listenForFrame(
  frame: HTMLIFrameElement,
  frameOrigin: string,
  onConnect: (link: PageEnd) => void,
): () => void {
  function hear(event: MessageEvent): void {
    if (event.source !== frame.contentWindow || event.origin !== frameOrigin) return;
    if (readEnvelope(event.data)?.type !== "hello") return;
    const { port1, port2 } = new MessageChannel();
    frame.contentWindow?.postMessage(envelope("connect", {}), frameOrigin, [port2]);
    onConnect(createLink(port1));
  }
  addEventListener("message", hear);
  return () => removeEventListener("message", hear);
}

/** Only the other end of the port can write to it, so what comes in is trusted to be of the protocol, not more. */
function createLink<Out, In>(port: MessagePort): Link<Out, In> {
  const hearers = new Map<string, (payload: never) => void>();
  port.onmessage = (event) => {
    const message = readEnvelope(event.data);
    if (!message) return;
    const { type, payload } = message;
    const hear = hearers.get(type);
    if (hear) hear(payload as never); // the map keeps each type's own hearer
    else if (type !== unsupported) port.postMessage(envelope(unsupported, { type }));
  };
  return {
    send: (type, payload) => port.postMessage(envelope(type, payload)),
    on: (type, hear) => void hearers.set(type, hear),
    close: () => port.close(),
  };
}

function envelope(type: string, payload: unknown): Envelope {
  return { ns: namespace, v: protocolVersion, type, payload };
}

function readEnvelope(data: unknown): Envelope | null {
  if (typeof data !== "object" || data === null) return null;
  const { ns, v, type } = data as Partial<Envelope>; // each field is looked at before it is used
  return ns === namespace && typeof v === "number" && typeof type === "string" ? (data as Envelope) : null;
}
