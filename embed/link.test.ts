import { afterEach, describe, expect, it, vi } from "vitest";
import {
  connectToPage,
  listenForFrame,
  namespace,
  type FrameEnd,
  type PageEnd,
} from "../shared/frame/link.ts";

const site = "https://shop.example";
const host = "https://chat.example";
const said = (type: string, payload: unknown = {}) => ({ ns: namespace, v: 1, type, payload });

afterEach(() => vi.unstubAllGlobals());

/** Lets this window hear a message as if it came from there. */
function hear(given: { data: unknown; origin: string; source: unknown; ports?: MessagePort[] }): void {
  const event = new Event("message");
  for (const [name, value] of Object.entries({ ports: [], ...given })) {
    Object.defineProperty(event, name, { value });
  }
  dispatchEvent(event);
}

/** A frame of the page whose window notes what is posted to it. */
function createFrame() {
  const postMessage = vi.fn();
  const contentWindow = { postMessage };
  return { frame: { contentWindow } as unknown as HTMLIFrameElement, contentWindow, postMessage };
}

/** A promise that is resolved by now has told its listeners when this is through. */
const settle = () => Promise.resolve();

describe("the page", () => {
  function listen() {
    const made = createFrame();
    const links: PageEnd[] = [];
    const stop = listenForFrame(made.frame, host, (link) => links.push(link));
    return { ...made, links, stop };
  }

  it("hands a port to its frame, to the exact origin", () => {
    const { contentWindow, postMessage, links, stop } = listen();
    hear({ data: said("hello"), origin: host, source: contentWindow });
    expect(links).toHaveLength(1);
    expect(postMessage).toHaveBeenCalledExactlyOnceWith(said("connect"), host, [expect.anything()]);
    stop();
    hear({ data: said("hello"), origin: host, source: contentWindow });
    expect(links).toHaveLength(1);
  });

  it("gives a frame that loads again another port", () => {
    const { contentWindow, links, stop } = listen();
    hear({ data: said("hello"), origin: host, source: contentWindow });
    hear({ data: said("hello"), origin: host, source: contentWindow });
    expect(links).toHaveLength(2);
    stop();
  });

  it.each<[string, (source: unknown) => { data: unknown; origin: string; source: unknown }]>([
    ["another origin", (source) => ({ data: said("hello"), origin: "https://evil.example", source })],
    [
      "an origin that only begins alike",
      (source) => ({ data: said("hello"), origin: `${host}.evil.example`, source }),
    ],
    ["the opaque origin", (source) => ({ data: said("hello"), origin: "null", source })],
    ["another frame of the same origin", () => ({ data: said("hello"), origin: host, source: {} })],
    ["nobody", () => ({ data: said("hello"), origin: host, source: null })],
    [
      "its frame, in another namespace",
      (source) => ({ data: { ...said("hello"), ns: "x" }, origin: host, source }),
    ],
    ["its frame, as text", (source) => ({ data: JSON.stringify(said("hello")), origin: host, source })],
    ["its frame, without a type", (source) => ({ data: { ns: namespace, v: 1 }, origin: host, source })],
    ["its frame, as null", (source) => ({ data: null, origin: host, source })],
  ])("drops what comes from %s (C4)", (_, make) => {
    const { contentWindow, postMessage, links, stop } = listen();
    hear(make(contentWindow));
    expect([links, postMessage.mock.calls]).toEqual([[], []]);
    stop();
  });
});

describe("the frame", () => {
  function connect() {
    const page = { postMessage: vi.fn() };
    vi.stubGlobal("parent", page);
    const links: FrameEnd[] = [];
    void connectToPage(site).then((link) => links.push(link));
    return { page, links };
  }

  it("says hello to the exact origin of its document, and takes the port that comes back", async () => {
    const { page, links } = connect();
    expect(page.postMessage).toHaveBeenCalledExactlyOnceWith(said("hello", { v: 1 }), site);
    hear({ data: said("connect"), origin: site, source: page, ports: [new MessageChannel().port2] });
    await settle();
    expect(links).toHaveLength(1);
  });

  it.each<[string, (page: unknown, port: MessagePort) => Parameters<typeof hear>[0]]>([
    [
      "another origin",
      (source, port) => ({ data: said("connect"), origin: "https://evil.example", source, ports: [port] }),
    ],
    [
      "an opener or a sibling",
      (_, port) => ({ data: said("connect"), origin: site, source: {}, ports: [port] }),
    ],
    ["itself", (_, port) => ({ data: said("connect"), origin: site, source: window, ports: [port] })],
    ["its page, without a port", (source) => ({ data: said("connect"), origin: site, source })],
    ["its page, malformed", (source, port) => ({ data: "connect", origin: site, source, ports: [port] })],
  ])("drops what comes from %s (C4), and still takes the right one", async (_, make) => {
    const { page, links } = connect();
    hear(make(page, new MessageChannel().port2));
    await settle();
    expect(links).toEqual([]);
    hear({ data: said("connect"), origin: site, source: page, ports: [new MessageChannel().port2] });
    await settle();
    expect(links).toHaveLength(1);
  });

  it("says hello to whoever is around it where its document names nobody, and takes only that page's port", async () => {
    const page = { postMessage: vi.fn() };
    vi.stubGlobal("parent", page);
    const links: FrameEnd[] = [];
    void connectToPage("null").then((link) => links.push(link));
    expect(page.postMessage).toHaveBeenCalledExactlyOnceWith(said("hello", { v: 1 }), "*");
    hear({ data: said("connect"), origin: "null", source: {}, ports: [new MessageChannel().port2] });
    await settle();
    expect(links).toEqual([]);
    hear({ data: said("connect"), origin: "null", source: page, ports: [new MessageChannel().port2] });
    await settle();
    expect(links).toHaveLength(1);
  });

  it("hears what it knows over the port, answers what it does not, and lets noise pass by", async () => {
    const { page, links } = connect();
    const { port1, port2 } = new MessageChannel();
    hear({ data: said("connect"), origin: site, source: page, ports: [port2] });
    await settle();
    const texts: string[] = [];
    const answers: unknown[] = [];
    port1.onmessage = ({ data }) => answers.push(data);
    links[0]?.on("prefill", ({ text }) => texts.push(text));
    for (const data of [
      said("unknown"),
      said("unsupported", { type: "x" }),
      "noise",
      null,
      5,
      { ns: namespace },
      said("prefill", { text: "Hi" }),
    ]) {
      port1.postMessage(data);
    }
    await vi.waitFor(() => expect([texts.length, answers.length]).toEqual([1, 1]));
    expect(texts).toEqual(["Hi"]);
    expect(answers).toEqual([said("unsupported", { type: "unknown" })]);
    port1.close();
  });
});
