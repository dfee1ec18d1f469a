import { listenForFrame, type PageEnd } from "../shared/frame/link.ts";
import type { FrameAsks, FrameToPage, PageToFrame, ShownMessage } from "../shared/frame/messages.ts";
import { failure } from "./failure.ts";
import { createFrameLoad, type FrameLoadOptions } from "./frameLoad.ts";

type Hearers = {
  [Type in Exclude<keyof FrameToPage, "answer" | "ready">]?: (payload: FrameToPage[Type]) => void;
};

interface Asked {
  name: keyof FrameAsks;
  detail: unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
  isSent: boolean;
}

export interface ChatFrameOptions extends FrameLoadOptions {
  /** In the page already: its document is on the way. */
  element: HTMLIFrameElement;
  host: string;
  hearers: Hearers;
  /** The link stands, for the first time or after a reload: all that the page has said is said again. */
  onConnect(link: PageEnd): void;
}

/** The chat's frame with its link. What is said before the link stands is what `onConnect` says; what is asked waits. */
export interface ChatFrame {
  isConnected(): boolean;
  send<Type extends keyof PageToFrame>(type: Type, payload: PageToFrame[Type]): void;
  ask<Name extends keyof FrameAsks>(
    name: Name,
    detail: FrameAsks[Name]["in"],
  ): Promise<FrameAsks[Name]["out"]>;
  /** A message arrived at the server: settles a `send` whose frame was reloaded meanwhile. */
  settleSend(message: ShownMessage): void;
  /** Asks at once for a document that could not be had before. */
  retry(): void;
  end(reason: string): void;
}

/** What the visitor did counts, though the document that tells of it was replaced meanwhile. */
const lastingTypes = ["close-request", "event", "answer"];

export function createChatFrame({
  element,
  host,
  hearers,
  onConnect,
  ...loading
}: ChatFrameOptions): ChatFrame {
  const load = createFrameLoad(element, loading);
  const asked = new Map<number, Asked>();
  let count = 0;
  let link: PageEnd | undefined;
  /** Its document is gone, but what it said last may still be on its way: ports and hellos travel by themselves. */
  let earlier: PageEnd | undefined;

  const own: Hearers & { answer(payload: FrameToPage["answer"]): void } = {
    ...hearers,
    "reload-request"() {
      // From now on nobody is there to hear; the next document is told everything again.
      leave();
      load.begin();
    },
    answer({ id, value, error }) {
      const one = asked.get(id);
      asked.delete(id);
      if (error) one?.reject(failure(error.code, error.message));
      else one?.resolve(value);
    },
  };

  function leave(): void {
    if (!link) return;
    earlier?.close();
    earlier = link;
    link = undefined;
  }

  const stopListening = listenForFrame(element, new URL(host).origin, (connected) => {
    leave();
    link = connected;
    load.arrive();
    for (const [type, hear] of Object.entries(own)) {
      connected.on(type as "event", (payload) => {
        if (link === connected || lastingTypes.includes(type)) (hear as (said: unknown) => void)(payload); // each type's own
      });
    }
    const waiting = [...asked];
    onConnect(connected);
    // The frame keeps a message over its reload and sends it itself; all else is asked again.
    for (const [id, one] of waiting) if (!one.isSent || one.name !== "send") post(id, one);
  });

  function post(id: number, one: Asked): void {
    if (!link) return;
    one.isSent = true;
    link.send("ask", { id, name: one.name, detail: one.detail } as PageToFrame["ask"]); // name and detail belong together
  }

  return {
    isConnected: () => link !== undefined,
    send: (type, payload) => link?.send(type, payload),
    ask(name, detail) {
      return new Promise((resolve, reject) => {
        count += 1;
        const one: Asked = {
          name,
          detail,
          resolve: resolve as (value: unknown) => void,
          reject,
          isSent: false,
        }; // the frame answers what was asked
        asked.set(count, one);
        post(count, one);
      });
    },
    settleSend(message) {
      for (const [id, { name, detail, resolve }] of asked) {
        if (name !== "send" || (detail as { text: string }).text !== message.text) continue; // of a send
        asked.delete(id);
        return resolve(message);
      }
    },
    retry: load.retry,
    end(reason) {
      for (const { reject } of asked.values()) reject(failure(reason));
      asked.clear();
      link?.send("destroy", {});
      link?.close();
      earlier?.close();
      link = undefined;
      stopListening();
      load.end();
      element.remove();
    },
  };
}
