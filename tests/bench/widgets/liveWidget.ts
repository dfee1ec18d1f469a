import { openLiveEvents } from "../../../shared/client/liveEvents.ts";
import type { LiveConnection, LiveState } from "../../../shared/client/liveEvents.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations.ts";
import type { Widget } from "./widget.ts";

/** A widget whose live events are open, as those of an open panel. */
export interface LiveWidget {
  widget: Widget;
  /** How often its stream was cut, or refused. */
  drops: number;
  /** The messages that live events told of. */
  heard: Set<string>;
  /** Resolves at the next time at which it is live and has read its conversation, by which it is in step. */
  nextStep(): Promise<void>;
  close(): void;
}

/** Opens a widget's live events. */
export function openLiveWidget(widget: Widget): LiveWidget {
  let state: LiveState = "connecting";
  let waiting: (() => void)[] = [];

  const tellInStep = () => {
    const told = waiting;
    waiting = [];
    told.forEach((resolve) => resolve());
  };
  const connection: LiveConnection = openLiveEvents({
    client: widget.client,
    productId: widget.agentId,
    onEvent: (event) => void (event.type === "message" && live.heard.add(event.message.id)),
    onReadAfresh: () => void readNewest(widget),
    onState: (next) => {
      if (next === "waiting" || next === "ended") live.drops += 1;
      state = next;
      // Whatever happened before the stream stood is read once it stands, as the widget does.
      if (next === "live") void readNewest(widget).then(() => void (state === "live" && tellInStep()));
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

/** What fails here is read at the next connection, which the same failure brings about. */
async function readNewest({ client, agentId, threadId }: Widget): Promise<void> {
  if (threadId === null) return;
  await client.call(listVisitorMessages, { params: { productId: agentId, threadId } }).catch(() => undefined);
}
