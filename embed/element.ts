import { openWidget } from "./boot.ts";
import { install } from "./page.ts";
import type { RawOptions } from "./raw.ts";
import type { Widget, WidgetOptions } from "./types.ts";
import { findHost } from "./findHost.ts";

/** Attributes of the element; each is the option of the same name, written in its own way. */
const attributes =
  "token tkn host global mode target position offset-x offset-y offset-mobile-y z-index width height launcher launcher-icon launcher-label launcher-selector locale dir theme color open defer autofocus storage consent sound title-badge hide-on show-on user-token".split(
    " ",
  );

/**
 * Defines `<pilothouse-chat token="…">`. Its attributes count at any time; out of the document it is destroyed, and put
 * back it starts over.
 */
export function defineElement(home: string): void {
  // Where a server renders there are no elements.
  if (typeof customElements === "undefined" || customElements.get("pilothouse-chat")) return;

  class ChatElement extends HTMLElement {
    static observedAttributes = attributes;
    /** The widget, for page code. */
    widget: Widget | null = null;

    connectedCallback(): void {
      if (!this.widget) this.#start();
    }

    disconnectedCallback(): void {
      // Frameworks move elements by taking them out and putting them back.
      queueMicrotask(() => this.isConnected || this.#stop());
    }

    attributeChangedCallback(name: string, before: string | null, value: string | null): void {
      if (before === value || !this.isConnected) return;
      if (!this.widget || name === "token" || name === "tkn" || name === "host") {
        this.#stop();
        return this.#start();
      }
      if (name === "open")
        return void (value === null || value === "false" ? this.widget.close() : this.widget.open());
      this.widget.update({ [toOption(name)]: value } as Partial<WidgetOptions>); // the core reads texts too
    }

    #start(): void {
      try {
        const options = this.#read();
        if (!options.token) return;
        this.widget = openWidget(options);
        if (options.global) install(this.widget, options.global);
      } catch (error) {
        console.warn("Pilothouse:", error);
      }
    }

    #stop(): void {
      void this.widget?.destroy();
      this.widget = null;
    }

    #read(): RawOptions {
      const options: RawOptions = Object.assign(Object.create(null), {
        host: findHost(home),
        element: this,
      });
      for (const name of attributes) {
        const value = this.getAttribute(name);
        if (value !== null) Object.assign(options, { [name === "tkn" ? "token" : toOption(name)]: value });
      }
      return options;
    }
  }

  customElements.define("pilothouse-chat", ChatElement);
}

function toOption(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
