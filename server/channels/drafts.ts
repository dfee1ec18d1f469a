import { withoutCitations } from "../../shared/domain/citations.ts";
import type { ReceivedAnswer } from "../conversations/threads/receive.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKind, OpenChannel } from "./kind.ts";
import { writePlain } from "./render.ts";

interface Drafting {
  key: ChannelKey;
  channel: OpenChannel;
  kind: ChannelKind;
  answer: ReceivedAnswer;
  address: Readonly<Record<string, string>>;
}

/** What is shown of answers while they are written, on channels that can do so. A courtesy: nothing depends on it. */
export interface Drafts {
  follow(drafting: Drafting): void;
  /** Stops showing an answer that is about to be sent, and waits for what is on its way: it would stand behind the message. */
  end(messageId: string): Promise<void>;
  stop(): Promise<void>;
}

interface Shown {
  over: AbortController;
  end: Promise<void>;
}

/** Creates the drafts of this process. */
export function createDrafts(deps: Pick<ChannelDeps, "store" | "now" | "report">): Drafts {
  const shown = new Map<string, Shown>();
  const mayShow = createRate(deps);

  async function show(drafting: Drafting, { signal }: AbortController): Promise<void> {
    const { key, channel, kind, answer, address } = drafting;
    const { drafts } = kind;
    if (!drafts?.isShownAt(address)) return;
    const { messageId } = answer;
    let text = "";
    let shownAt = -Infinity;
    for await (const event of answer.follow(signal)) {
      if (signal.aborted || event.type === "done" || event.type === "failed") return;
      if (event.type === "restart") text = "";
      if (event.type !== "delta") continue;
      text = text.slice(0, event.offset) + event.text;
      const said = writePlain(withoutCitations(text)).slice(0, kind.textLimit);
      if (said === "" || deps.now() - shownAt < drafts.everyMs) continue;
      if (!mayShow(`${key.organizationId}:${key.agentId}:${key.type}`, drafts.mostPerSecond)) continue;
      // The last words come after the end is stored, when the message may be sent already.
      if (!(await isBeingWritten(deps, key, messageId)) || signal.aborted) return;
      shownAt = deps.now();
      await drafts.show(channel, { address, messageId, text: said });
    }
  }

  async function end(messageId: string): Promise<void> {
    const found = shown.get(messageId);
    found?.over.abort();
    await found?.end;
  }

  return {
    follow(drafting) {
      if (!drafting.kind.drafts) return;
      const { messageId } = drafting.answer;
      const over = new AbortController();
      const ended = show(drafting, over)
        // Where one is refused, the others would be, too.
        .catch((error: unknown) => void (error instanceof ChannelProblem || deps.report(error)))
        .finally(() => shown.delete(messageId));
      shown.set(messageId, { over, end: ended });
    },
    end,
    async stop() {
      await Promise.all([...shown.keys()].map(end));
    },
  };
}

async function isBeingWritten(
  { store }: Pick<ChannelDeps, "store">,
  { organizationId }: ChannelKey,
  messageId: string,
): Promise<boolean> {
  const row = await store.db
    .selectFrom("messages")
    .select("status")
    .where("organizationId", "=", organizationId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  return row?.status === "streaming";
}

const secondMs = 1000;

/** Says whether one more may go out within a second, and counts it. */
function createRate({ now }: Pick<ChannelDeps, "now">) {
  const sent = new Map<string, number[]>();
  return (key: string, most: number): boolean => {
    const at = now();
    const recent = (sent.get(key) ?? []).filter((one) => at - one < secondMs);
    if (recent.length >= most) return false;
    sent.set(key, [...recent, at]);
    return true;
  };
}
