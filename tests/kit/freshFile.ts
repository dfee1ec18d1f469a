/**
 * Gives each file a page as it is after loading, in the window that all files of a worker share: the modules of the
 * product are loaded again, and nothing is left of the file before. A window of its own for each file takes half as
 * long again.
 */
import { afterAll, vi } from "vitest";

vi.resetModules();
// Here and not at the end of a file: what its modules still keep then is gone too.
localStorage.clear();
sessionStorage.clear();
document.head.replaceChildren();
document.body.replaceChildren();
document.title = "";
history.replaceState(null, "", "/");

type Listening = Parameters<EventTarget["addEventListener"]>;

const added: { target: EventTarget; args: Listening }[] = [];
for (const target of [window, document] as EventTarget[]) {
  const listen = target.addEventListener;
  target.addEventListener = (...args: Listening) => {
    // React listens to it once for each document, and would not again.
    if (args[0] !== "selectionchange") added.push({ target, args });
    listen.apply(target, args);
  };
  afterAll(() => {
    target.addEventListener = listen;
  });
}

// What is still loading would come into the next file's page.
afterAll(() => vi.dynamicImportSettled());

afterAll(() => {
  for (const { target, args } of added) target.removeEventListener(...args);
});
