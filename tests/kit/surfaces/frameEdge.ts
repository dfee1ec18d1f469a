import type { Page } from "playwright";
import type { Message, VisitorThread } from "../../../shared/contract/conversations/conversations.ts";

/** What the faked server of a frame has: one conversation, and answers that are said as the test steps. */
export interface FrameEdge {
  thread: VisitorThread;
  /** Earlier conversations of the visitor's. */
  earlier?: VisitorThread[];
  messages: Message[];
  /** By an answer's id: the texts that its stream brings one after the other. */
  streams: Record<string, string[]>;
}

/**
 * Puts a server into the page, at its far edge, which is `fetch`: a returning visitor's conversation. Streams bring a part
 * only after the page has drawn the one before, which no server could know.
 */
export async function fakeEdge(page: Page, token: string, edge: FrameEdge): Promise<void> {
  await page.addInitScript(
    ({ session, ...edge }) => {
      localStorage.setItem(session.key, session.value);
      const json = (value: unknown): Response => Response.json(value);
      const never = (): Response =>
        new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } });
      const drawn = (): Promise<void> =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          let turns = 3;
          port1.onmessage = () => (--turns === 0 ? resolve(port1.close()) : port2.postMessage(0));
          port2.postMessage(0);
        });
      const write = (message: Message, parts: string[]): Response => {
        const encoder = new TextEncoder();
        const event = (data: { type: string }) =>
          encoder.encode(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
        const body = new ReadableStream<Uint8Array>({
          async start(stream) {
            let offset = 0;
            for (const text of parts) {
              stream.enqueue(event({ type: "delta", generation: 0, offset, text } as { type: string }));
              offset += text.length;
              await drawn();
            }
            const done = { ...message, status: "sent", content: parts.join("") };
            stream.enqueue(event({ type: "done", message: done } as { type: string }));
            stream.close();
            Object.assign(globalThis, { said: (globalThis as { said?: number }).said ?? 0 });
            (globalThis as unknown as { said: number }).said += 1;
          },
        });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      };
      // Streams take their turn: each answer is drawn alone, as in life.
      let turn = Promise.resolve();
      const real = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : String(input), location.href);
        if (!url.pathname.startsWith("/api/")) return real(input, init);
        if (url.pathname.endsWith("/events")) return never();
        if (url.pathname.endsWith("/threads"))
          return json({ items: [edge.thread, ...(edge.earlier ?? [])], page: {} });
        if (url.pathname.endsWith("/messages")) return json({ items: edge.messages, hasMore: false });
        const id = /messages\/([^/]+)\/stream$/.exec(url.pathname)?.[1] ?? "";
        const message = edge.messages.find((one) => one.id === id);
        if (!message) return json({ data: {} });
        const answer = turn.then(() => write(message, edge.streams[id] ?? []));
        turn = answer.then(
          (response) =>
            new Promise((resolve) => {
              // The page reads one branch; the other one tells when all was read.
              void response
                .clone()
                .text()
                .then(
                  () => resolve(),
                  () => resolve(),
                );
            }),
        );
        return answer;
      };
    },
    {
      ...edge,
      session: {
        key: `ph:${token}:session`,
        value: JSON.stringify({ id: "s", key: "0".repeat(64), agentId: "a", contactId: "c", userId: null }),
      },
    },
  );
}
