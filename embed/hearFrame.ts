import type { WidgetEvents } from "../shared/frame/messages.ts";
import type { Hearers } from "./chatFrame.ts";
import type { CoreContext } from "./coreContext.ts";
import { onLater } from "./onLater.ts";
import { settle } from "./settle.ts";
import type { TitleBadge } from "./titleBadge.ts";

interface PanelWishes {
  onClose(): void;
  /** The visitor leaves the frame by keyboard. */
  onLeave(): void;
  onResize(heightPx: number): void;
}

/** What is done about each message of the frame's; `end` takes the number out of the page's title. */
export function hearFrame(
  core: CoreContext,
  { onClose, onLeave, onResize }: PanelWishes,
): { hearers: Hearers; end(): void } {
  const { boot, launcher, kept } = core;
  const { state, listeners } = boot;
  let badge: TitleBadge | undefined;

  function hearEvent(name: keyof WidgetEvents, detail: unknown): void {
    if (name === "message:sent") core.pageCode?.settleSend(detail as WidgetEvents["message:sent"]); // its own detail
    if (name === "token:expired") core.withPageCode((code) => code.renewToken());
    if (name === "consent") {
      // A frame that is reloaded need not ask again.
      boot.options.consent = (detail as WidgetEvents["consent"]).value; // its own detail
      core.settled = settle(boot.options);
    }
    listeners.tell(name, detail as WidgetEvents[typeof name]); // the frame sends each with its own
  }

  const hearers: Hearers = {
    state(next) {
      Object.assign(state, next);
      launcher.paint();
      if (state.unread || badge)
        onLater(({ createTitleBadge }) => {
          badge ??= createTitleBadge(() => (core.settled.hasTitleBadge ? state.unread : 0));
          badge.update();
        });
    },
    event: ({ name, detail }) => hearEvent(name, detail),
    answer: (answer) => core.pageCode?.answer(answer),
    "before-send": ({ id, text }) =>
      onLater(({ askPage }) =>
        core.chat?.frame.send("before-send-answer", { id, text: askPage(listeners, text) }),
      ),
    "tool-call": (call) => core.withPageCode((code) => code.callTool(call)),
    "open-url": ({ url }) => onLater(({ openLink }) => openLink(listeners, url)),
    "close-request": onClose,
    "focus-out": onLeave,
    resize: ({ height }) => onResize(height),
    sound: () => onLater(({ sound }) => sound()),
    unavailable: ({ reason, detail }) => boot.stepAside(reason, detail),
    "storage-get": ({ key }) => core.chat?.frame.send("storage-value", { key, value: kept.get(key) }),
    "storage-set": ({ key, value }) => void kept.set(key, value),
    language({ launcher: words }) {
      launcher.setWords(words);
      launcher.paint();
    },
  };
  return { hearers, end: () => badge?.end() };
}
