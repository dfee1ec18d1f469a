/** What is in the panel as long as the chat's own document is not there. */
export interface Waiting {
  element: HTMLElement;
  /** The way out, where there is one: no key of the visitor's reaches a frame that is not there. */
  button: HTMLButtonElement;
  show(what: "loading" | "failed" | "nothing"): void;
}

export interface WaitingOptions {
  words: () => { close: string; waiting: string };
  onClose(): void;
}

export function createWaiting({ words, onClose }: WaitingOptions): Waiting {
  const element = document.createElement("div");
  const text = document.createElement("p");
  const button = document.createElement("button");
  element.className = "wait";
  text.setAttribute("role", "status");
  button.type = "button";
  button.addEventListener("click", onClose);
  element.append(text, button);
  return {
    element,
    button,
    show(what) {
      const hasFailed = what === "failed";
      element.hidden = what === "nothing";
      element.toggleAttribute("data-loading", !hasFailed);
      button.hidden = !hasFailed;
      text.textContent = hasFailed ? words().waiting : "";
      button.textContent = words().close;
    },
  };
}
