import type { Page } from "playwright";

/** What a page with hostile text did that it must not do; none of it when all is well. */
export interface Offences {
  /** Calls that only a payload makes. */
  ranScripts: number;
  /** Elements, attributes and addresses outside of what the chat is made of. */
  found: string[];
  /** How many elements and attributes were looked at. */
  looked: number;
}

/** What a program is drawn with beside the chat: further elements, and how links and pictures within its own site begin. */
export interface Own {
  elements: string;
  links: string[];
}

/**
 * Watches every document of the page from its first moment on: each element and attribute that ever stands in it, also for
 * a moment only, and each call of what payloads call.
 */
export async function watchHostile(
  page: Page,
  own: Own = { elements: "", links: ["/a-file"] },
): Promise<() => Promise<Offences>> {
  await page.addInitScript(watch, own);
  // What the init script leaves there.
  return () => page.evaluate(() => (globalThis as unknown as { offences: Offences }).offences);
}

/** Runs in the page, so it is whole by itself. */
function watch(own: Own): void {
  const offences: Offences = { ranScripts: 0, found: [], looked: 0 };
  const allowed = new Set(
    "a article aside b blockquote br button circle code del details dialog div dl dd dt ellipse em fieldset figcaption figure footer form g h1 h2 h3 h4 header hr i img input kbd label legend li line main menu nav ol output p path picture polygon polyline pre progress rect section small span strong summary sup svg table tbody td textarea th thead time tr ul"
      .split(" ")
      .concat(own.elements.split(" ")),
  );
  const report = (what: string): void => void (offences.found.length < 20 && offences.found.push(what));
  const ran = (): void => void (offences.ranScripts += 1);
  Object.assign(globalThis, { offences, alert: ran, prompt: ran, confirm: ran, print: ran, msgbox: ran });

  function look(node: Node): void {
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll("*")]) {
      // The document's own head is the server's; nothing that is drawn goes there.
      if (element.closest("head") || element === document.body || element === document.documentElement)
        continue;
      if (!allowed.has(element.localName)) report(`<${element.localName}>`);
      for (const { name, value } of element.attributes) lookAt(element, name, value);
    }
  }

  function lookAt(element: Element, name: string, value: string): void {
    offences.looked += 1;
    if (/^on|^srcdoc$|^formaction$|^action$|^ping$|^srcset$|^background$|^is$/i.test(name))
      report(`${element.localName} ${name}=${value}`);
    if (!/^(href|src|xlink:href|data|poster)$/i.test(name)) return;
    const { protocol = "", origin = "" } = URL.parse(value, "broken:") ?? {};
    // No text may make another address of our own site.
    const isInside = own.links.some((start) => value.startsWith(start));
    const isOwn = origin === location.origin || protocol === "blob:" || protocol === "data:";
    const isLink = element.localName === "a" && (/^(https?|mailto|tel):$/.test(protocol) || isInside);
    const isImage = element.localName === "img" && (isOwn || isInside);
    if (!isLink && !isImage) report(`${element.localName} ${name}=${value}`);
  }

  new MutationObserver((changes) => {
    for (const { type, target, attributeName, addedNodes } of changes) {
      addedNodes.forEach(look);
      if (type !== "attributes" || !(target instanceof Element) || !attributeName) continue;
      if (target.closest("head, html:not(:has(*))")) continue;
      lookAt(target, attributeName, target.getAttribute(attributeName) ?? "");
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
