import { make } from "./make.ts";

interface MessageParts {
  /** The name of its sender. */
  name: string;
  text: string;
  hideLabel: string;
  onOpen(): void;
  onHide(): void;
}

/** Draws a message beside the launcher: all of it opens the chat, its corner takes it away. */
export function drawMessage({ name, text, hideLabel, onOpen, onHide }: MessageParts): HTMLElement {
  const card = make("div", { class: "said" });
  const opener = make("button", { type: "button", "data-open": "", dir: "auto" });
  opener.append(make("small", {}, name), text);
  opener.onclick = onOpen;
  const hider = make(
    "button",
    { type: "button", "data-hide": "", "aria-label": hideLabel, title: hideLabel },
    "×",
  );
  hider.onclick = onHide;
  card.append(opener, hider);
  card.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onHide();
  };
  return card;
}
