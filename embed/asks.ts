import type { PageEnd } from "../shared/frame/link.ts";
import type { FrameAsks, FrameToPage, PageToFrame, ShownMessage } from "../shared/frame/messages.ts";
import { failure } from "./failure.ts";

interface Asked {
  name: keyof FrameAsks;
  detail: unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Over which link it was asked. */
  link?: PageEnd;
}

/** What page code asks of the frame, until it is answered: before the link stands, it waits. */
export function createAsks(findLink: () => PageEnd | undefined) {
  const asked = new Map<number, Asked>();
  let count = 0;

  function post(id: number, one: Asked): void {
    const link = findLink();
    if (!link) return;
    one.link = link;
    link.send("ask", { id, name: one.name, detail: one.detail } as PageToFrame["ask"]); // name and detail belong together
  }

  return {
    ask<Name extends keyof FrameAsks>(
      name: Name,
      detail: FrameAsks[Name]["in"],
    ): Promise<FrameAsks[Name]["out"]> {
      return new Promise((resolve, reject) => {
        count += 1;
        const one: Asked = { name, detail, resolve: resolve as Asked["resolve"], reject }; // the frame answers what was asked
        asked.set(count, one);
        post(count, one);
      });
    },
    /** The frame keeps a message over its reload and sends it itself; all else is asked again. */
    again(): void {
      for (const [id, one] of asked) {
        if (!one.link || (one.link !== findLink() && one.name !== "send")) post(id, one);
      }
    },
    answer({ id, value, error }: FrameToPage["answer"]): void {
      const one = asked.get(id);
      asked.delete(id);
      if (error) one?.reject(failure(error.code, error.message));
      else one?.resolve(value);
    },
    /** A message arrived at the server: settles a `send` whose frame was reloaded meanwhile. */
    settleSend(message: ShownMessage): void {
      for (const [id, { name, detail, resolve }] of asked) {
        if (name !== "send" || (detail as { text: string }).text !== message.text) continue; // of a send
        asked.delete(id);
        return resolve(message);
      }
    },
    end(reason: string): void {
      for (const { reject } of asked.values()) reject(failure(reason));
      asked.clear();
    },
  };
}
