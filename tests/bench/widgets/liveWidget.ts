import { openLiveEvents } from "../../../shared/client/liveEvents.ts";
import type { LiveConnection, LiveState } from "../../../shared/client/liveEvents.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { Widget } from "./widget.ts";

/** A widget whose live events are open, as those of an open panel. */
export interface LiveWidget {
  widget: Widget;
  /** How often its stream was cut, or refused. */
  drops: number;
  /** The messages that live events told of. */
  heard: Set<string>;
  /** Resolves at the next time at which it is live, and has read its conversation once: by that it is in step. */
  nextStep(): Promise<void>;
  close(): void;
}

/** Opens a widget's live events. */
export function openLiveWidget(widget: Widget): LiveWidget {
  let state: LiveState = "connecting";
  let isRead = false;
  let waiting: (() => void)[] = [];

  const tellInStep = () => {
    const told = waiting;
    waiting = [];
    told.forEach((resolve) => resolve());
  };
  /** Whatever happened before the stream stood is read once it stands, as the widget does; later the stream tells of it. */
  const catchUp = async (): Promise<void> => {
    isRead ||= await readNewest(widget);
    if (isRead && state === "live") tellInStep();
  };
  const connection: LiveConnection = openLiveEvents({
    client: widget.client,
    productId: widget.agentId,
    onEvent: (event) => void (event.type === "message" && live.heard.add(event.message.id)),
    onReadAfresh() {
      isRead = false;
      void catchUp();
    },
    onState: (next) => {
      if (next === "waiting" || next === "ended") live.drops += 1;
      state = next;
      if (next === "live") void catchUp();
    },
  });
  const live: LiveWidget = {
    widget,
    drops: 0,
    heard: new Set(),
    nextStep: () => new Promise((resolve) => waiting.push(resolve)),
    close: connection.close,
  };
  return live;
}

/** Gives whether that worked: what failed is read at the next connection, which the same failure brings about. */
async function readNewest({ client, agentId, threadId }: Widget): Promise<boolean> {
  if (threadId === null) return true;
  const reading = client.call(listVisitorMessages, { params: { productId: agentId, threadId } });
  return reading.then(
    () => true,
    () => false,
  );
}
