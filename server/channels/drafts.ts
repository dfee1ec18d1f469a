import { withoutBegunCitation, withoutCitations } from "../../shared/domain/citations.ts";
import type { ReceivedAnswer } from "../conversations/threads/receive.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKind, OpenChannel, ShownDraft, ShownDrafts } from "./kind.ts";
import { createKeptDrafts } from "./keptDrafts.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { writePlain } from "./render.ts";

interface Drafting {
  key: ChannelKey;
  threadId: string;
  channel: OpenChannel;
  kind: ChannelKind;
  answer: ReceivedAnswer;
  address: Readonly<Record<string, string>>;
  /** The ID of the person who asked. */
  to: string;
  askedAt: number;
}

/** What is shown of answers while they are written, on channels that can do so. A courtesy: nothing depends on it. */
export interface Drafts {
  follow(drafting: Drafting): void;
  /** Stops showing an answer that is about to be sent, and waits for what is on its way: it would stand behind the message. */
  end(messageId: string): Promise<void>;
  /** Takes away what is shown of answers that there won't be, in whichever process they were shown. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

interface Shown {
  over: AbortController;
  end: Promise<void>;
}

/** Creates the drafts of this process. */
export function createDrafts(
  deps: Pick<ChannelDeps, "store" | "seal" | "lookOrigin" | "now" | "report">,
  kinds: ChannelKinds,
): Drafts {
  const shown = new Map<string, Shown>();
  const mayShow = createRate(deps);
  const kept = createKeptDrafts(deps, kinds);

  async function show(drafting: Drafting, { signal }: AbortController): Promise<void> {
    const { key, kind, answer, address, askedAt } = drafting;
    const { drafts } = kind;
    const { organizationId } = key;
    const { messageId } = answer;
    if (!drafts?.isShownAt(address)) return;
    let text = "";
    let draft: ShownDraft | null = null;
    let nextAt = askedAt + drafts.afterMs;
    for await (const event of answer.follow(signal)) {
      if (signal.aborted || event.type === "done" || event.type === "failed") return;
      if (event.type === "restart") text = "";
      if (event.type !== "delta") continue;
      text = text.slice(0, event.offset) + event.text;
      const said = writeDraft(text, kind);
      if (said === "" || deps.now() < nextAt) continue;
      if (!mayShow(`${key.organizationId}:${key.agentId}:${key.type}`, drafts.rate)) continue;
      nextAt = deps.now() + drafts.everyMs;
      try {
        draft ??= await begin(drafts, drafting);
        const place = draft;
        // The last words come after the end is stored, when the message may be sent already.
        if (!place || !(await kept.showMore({ organizationId, messageId }, () => place.show(said)))) return;
      } catch (error) {
        // Where one is refused, the others would be, too.
        if (!(error instanceof ChannelProblem) || error.kind !== "later") throw error;
        nextAt = deps.now() + (error.retryAfterMs ?? drafts.everyMs);
      }
    }
  }

  async function begin(
    drafts: ShownDrafts,
    { key, threadId, channel, answer: { messageId }, address, to }: Drafting,
  ): Promise<ShownDraft | null> {
    const draft = { address, to, messageId };
    if (!drafts.drop) return drafts.begin(channel, draft);
    return kept.begin({ ...key, threadId, messageId }, () => drafts.begin(channel, draft));
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
        .catch((error: unknown) => void (error instanceof ChannelProblem || deps.report(error)))
        .then(() => kept.settle({ organizationId: drafting.key.organizationId, messageId }))
        .catch(deps.report)
        .finally(() => shown.delete(messageId));
      shown.set(messageId, { over, end: ended });
    },
    end,
    settle: kept.settleAll,
    async stop() {
      await Promise.all([...shown.keys()].map(end));
    },
  };
}

function writeDraft(text: string, { takesMarkdown, textLimit }: ChannelKind): string {
  // What may become a citation is held back: it would have to be taken away again.
  const said = withoutCitations(withoutBegunCitation(text));
  return (takesMarkdown ? said.trim() : writePlain(said)).slice(0, textLimit);
}

/** Says whether one more may go out, and counts it. */
function createRate({ now }: Pick<ChannelDeps, "now">) {
  const sent = new Map<string, number[]>();
  return (key: string, { most, withinMs }: ShownDrafts["rate"]): boolean => {
    const at = now();
    const recent = (sent.get(key) ?? []).filter((one) => at - one < withinMs);
    if (recent.length >= most) return false;
    sent.set(key, [...recent, at]);
    return true;
  };
}
