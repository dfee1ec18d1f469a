import type { CoreContext } from "../coreContext.ts";
import type { ProactiveMessage, Suggestion } from "../types.ts";
import { besideStyle } from "./besideStyle.ts";
import { drawMessage } from "./drawMessage.ts";
import { make } from "./make.ts";
import { createNotes } from "./notes.ts";
import { createRules } from "./rules.ts";
import type { Figure } from "./tellFigure.ts";
import { tellFigure } from "./tellFigure.ts";

export interface BesideDeps {
  core: CoreContext;
  /** Opens the chat: with what was said first as its greeting, or where it was left. */
  open(said?: string): void;
  /** Reads the options again, and draws launcher and panel by them. */
  readOptions(): void;
}

/** What is beside the closed launcher: suggestions, and what the chat says first. */
export interface Beside {
  say(message: ProactiveMessage): void;
  /** Takes away what is said, and what waits to be. */
  hide(): void;
}

/** A message that is shown, or waits. */
interface Shown {
  text: string;
  actions: Suggestion[];
  /** What is counted of it; nothing of what page code says. */
  count?: (what: Figure) => void;
}

export function createBeside({ core, open, readOptions }: BesideDeps): Beside {
  const { boot, kept } = core;
  const { launcher, configuration, state, listeners } = boot;
  // It stepped aside, or was destroyed meanwhile.
  if (!launcher || !configuration || state.status !== "ready") return { say() {}, hide() {} };
  const { root, button } = launcher;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(besideStyle);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const beside = make("div", { class: "beside" });
  // There from the start: what comes into it later is read out.
  const place = make("div", { role: "status" });
  const chips = make("div", { class: "chips" });
  beside.append(place, chips);
  root.prepend(beside);

  let shown: Shown | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** The rule by whose message the visitor opened the chat, until they wrote. */
  let opened: Shown | null = null;
  const notes = createNotes(kept);
  const rules = createRules({
    boot,
    notes,
    attributes: () => core.identity?.attrs,
    isBusy: () => isAway() || shown !== null || document.hidden,
    show: showRule,
  });

  const { minimisedSuggestions } = configuration.settings;
  for (const text of minimisedSuggestions) chips.append(drawChip({ text }));
  if (chips.firstChild) {
    const dismiss = make("button", { class: "chip", "aria-label": configuration.dismissLabel ?? "" }, "×");
    dismiss.onclick = () => {
      chips.remove();
      button.focus();
    };
    chips.prepend(dismiss);
  }

  function drawChip(suggestion: Suggestion): HTMLElement {
    const chip = make("button", { class: "chip", type: "button", dir: "auto" }, suggestion.text);
    chip.onclick = () => {
      if (chip.parentElement === place) noteOpened();
      listeners.tell("suggestion:click", suggestion);
      open();
      core.withPageCode(({ methods }) => methods.send(suggestion.text, { open: false }));
    };
    return chip;
  }

  /** Nothing is said over an open chat, or where nobody would see it. */
  function isAway(): boolean {
    return state.open || !boot.isWanted || !boot.mayShow || isInline();
  }

  /** It is in the page, with its greeting in sight. */
  function isInline(): boolean {
    return launcher?.host.dataset["mode"] === "inline";
  }

  function showRule(rule: { id: string; textId: string; text: string }): void {
    notes.noteShown(rule.id, rule.textId);
    const count = (what: Figure) => tellFigure(boot, { rule: rule.id, text: rule.textId, what });
    show({ text: rule.text, actions: [], count });
  }

  function show(message: Shown): void {
    shown = message;
    message.count?.("shown");
    const card = drawMessage({
      name: configuration?.name ?? "",
      text: message.text,
      hideLabel: configuration?.hideMessageLabel ?? configuration?.dismissLabel ?? "",
      onOpen() {
        noteOpened();
        open(message.text);
      },
      onHide() {
        message.count?.("dismissed");
        if (message.count) notes.beQuiet();
        takeAway();
        button.focus();
      },
    });
    place.append(card, ...message.actions.map(drawChip));
    paint();
  }

  /** What it said is told with the visitor's first message, so that the agent and the team know it. */
  function noteOpened(): void {
    if (!shown) return;
    const { text, count } = shown;
    opened = shown;
    count?.("opened");
    core.withPageCode(({ methods }) => methods.track("proactive_message", { text }));
  }

  function takeAway(): void {
    shown = null;
    place.replaceChildren();
    paint();
  }

  function paint(): void {
    if (state.open || button.hidden) chips.remove();
    chips.hidden = shown !== null;
    chips.style.display = shown ? "none" : "";
    // Visitors who have opened the chat know where it is.
    if (state.open && shown) takeAway();
  }

  const stops = [
    listeners.methods.on("message:sent", () => {
      opened?.count?.("answered");
      opened = null;
    }),
    listeners.methods.on("open", () => rules.stop()),
    listeners.methods.on("consent", () => rules.look()),
  ];

  let stopMoving = () => {};
  if (configuration.moveLabel) {
    import("../move/makeMovable.ts").then(({ makeMovable }) => {
      stopMoving = makeMovable({ boot, kept, readOptions });
    }, console.warn);
  }

  boot.heed = (type, payload) => {
    if (type === "end") {
      clearTimeout(waiting);
      rules.stop();
      for (const stop of stops) stop();
      stopMoving();
      return beside.remove();
    }
    rules.hear(type, payload);
    paint();
    rules.look();
  };
  // What page code said before this part was there.
  core.pageCode?.tellAll({ send: (type, payload) => rules.hear(type, payload) });
  paint();
  rules.look();

  return {
    say({ text, actions = [], delayMs = 0, once }) {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        if (typeof text !== "string" || !text.trim() || isAway()) return;
        if (once && !notes.noteOnce(once)) return;
        takeAway();
        show({
          text: text.trim(),
          actions: actions.filter((one) => typeof one?.text === "string").slice(0, 3),
        });
      }, delayMs);
    },
    hide() {
      clearTimeout(waiting);
      takeAway();
    },
  };
}
