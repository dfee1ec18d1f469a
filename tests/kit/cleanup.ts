import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library cleans up by itself only where the test functions are globals; ours are imported.
// In the widget's project the import is answered by Testing Library for Preact.
afterEach(() => cleanup());

// How long findBy and waitFor keep looking: an end for what never comes, not a bound on a busy machine's speed.
configure({ asyncUtilTimeout: 60_000 });

// While waitFor polls nobody reads the error: the whole document is printed once, when the waiting ends.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    isPolling()
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container),
});

/** What Testing Library itself asks before it prints the roles of all elements. */
function isPolling(): boolean {
  return Boolean(Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics"));
}

/** What happy-dom lets a test set of the browser that it plays. */
interface PlayedBrowser {
  settings: {
    enableIframePageLoading: boolean;
    fetch: {
      interceptor: {
        beforeAsyncRequest(asked: { window: { Response: typeof Response } }): Promise<Response>;
      };
    };
  };
}
const { happyDOM } = window as unknown as { happyDOM: PlayedBrowser }; // each window of happy-dom has it
// A frame's document is empty here. Were frames not loaded at all, each would be told as an error.
happyDOM.settings.enableIframePageLoading = true;
happyDOM.settings.fetch.interceptor = {
  beforeAsyncRequest: async ({ window: { Response } }) =>
    new Response("", { headers: { "Content-Type": "text/html" } }),
};

/**
 * For every role that is looked for, an element and each of its parents are asked whether they are hidden, and happy-dom
 * would match all rules of the product for each: a third of the time of all screens. What its rules hide, a real browser
 * shows; `hidden` and an element's own style count here, too. A file that reads styles imports heedStyles.ts first.
 */
Object.defineProperty(document, "adoptedStyleSheets", {
  configurable: true,
  get: (): CSSStyleSheet[] => [],
  set: () => {},
});
