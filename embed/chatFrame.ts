import { listenForFrame, type PageEnd } from "../shared/frame/link.ts";
import type { FrameToPage, PageToFrame } from "../shared/frame/messages.ts";
import { createFrameLoad, type FrameLoadOptions } from "./frameLoad.ts";

export type Hearers = {
  [Type in Exclude<keyof FrameToPage, "ready">]?: (payload: FrameToPage[Type]) => void;
};

export interface ChatFrameOptions extends FrameLoadOptions {
  /** In the page already: its document is on the way. */
  element: HTMLIFrameElement;
  host: string;
  hearers: Hearers;
  /** The link stands, for the first time or after a reload: all that the page has said is said again. */
  onConnect(link: PageEnd): void;
}

/** The chat's frame with its link. What is said before the link stands is what `onConnect` says. */
export interface ChatFrame {
  /** A frame that is loaded again has another one; none until then. */
  link(): PageEnd | undefined;
  send<Type extends keyof PageToFrame>(type: Type, payload: PageToFrame[Type]): void;
  /** Asks at once for a document that could not be had before. */
  retry(): void;
  end(): void;
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
  let link: PageEnd | undefined;
  /** Its document is gone, but what it said last may still be on its way: ports and hellos travel by themselves. */
  let earlier: PageEnd | undefined;

  const own: Hearers = {
    ...hearers,
    "reload-request"() {
      // From now on nobody is there to hear; the next document is told everything again.
      leave();
      load.begin();
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
    onConnect(connected);
  });

  return {
    link: () => link,
    send: (type, payload) => link?.send(type, payload),
    retry: load.retry,
    end() {
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
