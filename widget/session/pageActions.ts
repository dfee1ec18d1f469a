import { toRequestError } from "../../shared/client/requestError.ts";
import { reportPageAction } from "../../shared/contract/conversations/actions/actions.ts";
import type { MessageAction } from "../../shared/contract/conversations/actions/messageAction.ts";
import { maxPageResult } from "../../shared/domain/skills.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import type { ToolResult } from "../../shared/frame/messages.ts";
import type { Decision } from "./chat.ts";
import type { Keep } from "./keep.ts";
import { newClientId } from "./newClientId.ts";
import { findOwnStorage, type OwnStorage } from "./ownStorage.ts";
import type { Page } from "./page.ts";
import { pause } from "./pause.ts";
import { findAction } from "./shownActions.ts";
import type { ActionCardState } from "./shownActions.ts";
import { putMessage } from "./thread.ts";
import type { Visitor } from "./visitor.ts";

/**
 * A page's own scripts may come after the chat: how long a tool is waited for before the page is said not to have it.
 */
const registersWithinMs = 4000;
const looksEveryMs = 100;

interface PageActionsDeps {
  token: string;
  visitor: Visitor;
  keep: Pick<Keep, "isLasting">;
  page: Pick<Page, "send" | "tools">;
  link: () => FrameEnd | undefined;
  showCard: (actionId: string) => ActionCardState;
}

type Report = Parameters<typeof toBody>[0];
type Tool = NonNullable<MessageAction["tool"]>;

/** Has code of the page around the chat do what the agent asks, and tells the server what came of it. */
export function createPageActions({ token, visitor, keep, page, link, showCard }: PageActionsDeps) {
  const holder = findHolder(keep.isLasting() ? findOwnStorage("session", token) : null);
  /** What this document has taken up: a card may be drawn many times. */
  const taken = new Set<string>();
  const waiting = new Map<string, (result: ToolResult) => void>();
  /** Whose actions they are: the visitor may look at another conversation before one ends. */
  const threads = new Map<string, string>();

  link()?.on("tool-result", (result) => waiting.get(result.id)?.(result));

  /** Takes up an action, once this tab is visible: of two tabs the visible one does it. */
  async function take(actionId: string): Promise<void> {
    if (taken.has(actionId)) return;
    taken.add(actionId);
    await becomeVisible();
    const { action, message } = findAction(actionId) ?? {};
    const tool = action?.tool;
    if (!tool || !message) return;
    threads.set(actionId, message.threadId);
    const found = await findTool(tool.name);
    if (!found) return void (await report(actionId, { step: "missing", holder }));
    if (found.confirm && !tool.isConfirmed) return void (showCard(actionId).isAsked = true);
    await run(actionId, tool);
  }

  async function decide(actionId: string, decision: Decision["decision"]): Promise<void> {
    const card = showCard(actionId);
    const tool = findAction(actionId)?.action.tool;
    if (!card.isAsked || !tool) return;
    card.isAsked = false;
    if (decision === "confirm") await run(actionId, tool);
    else await report(actionId, { step: "declined", holder });
  }

  async function run(actionId: string, { name, args, timeoutSeconds }: Tool): Promise<void> {
    const withinMs = timeoutSeconds * 1000;
    // Another tab may have it, or its time is over: then nothing runs.
    if (!(await report(actionId, { step: "begin", holder, beginId: newClientId() }))) return;
    const result = await new Promise<ToolResult>((resolve) => {
      const timer = setTimeout(() => resolve({ id: actionId, error: "It took too long." }), withinMs);
      waiting.set(actionId, (told) => {
        clearTimeout(timer);
        resolve(told);
      });
      page.send("tool-call", {
        id: actionId,
        name,
        args: JSON.parse(JSON.stringify(args)) as typeof args,
        withinMs,
      });
    });
    waiting.delete(actionId);
    await report(actionId, toReport(result));
  }

  function toReport(result: ToolResult): Report {
    if ("error" in result) return { step: "failed", holder, message: result.error.slice(0, 500) };
    if (result.result.length > maxPageResult)
      return { step: "failed", holder, message: `Its result is longer than ${maxPageResult} characters.` };
    return { step: "done", holder, result: result.result };
  }

  /** Tells the server, over every cut; gives whether it took it. */
  async function report(actionId: string, said: Report): Promise<boolean> {
    for (let failures = 0; ; failures += 1) {
      const productId = visitor.agentId();
      const threadId = threads.get(actionId);
      if (!productId || threadId === undefined) return false;
      try {
        const { data } = await visitor.client.call(reportPageAction, {
          params: { productId, threadId, actionId },
          body: toBody(said),
        });
        putMessage(data);
        return data.actions?.some(({ id, state }) => id === actionId && state !== "withdrawn") ?? false;
      } catch (thrown) {
        const { status, retryAfterSeconds = 0 } = toRequestError(thrown);
        if (status >= 400 && status < 500 && status !== 429) return false;
        await pause(failures, retryAfterSeconds * 1000);
      }
    }
  }

  async function findTool(name: string) {
    const find = () => page.tools?.find((one) => one.name === name);
    for (let waitedMs = 0; waitedMs < registersWithinMs && link() && !find(); waitedMs += looksEveryMs)
      await new Promise((goOn) => setTimeout(goOn, looksEveryMs));
    return find();
  }

  return { take, decide };
}

function toBody(
  data:
    | { step: "begin"; holder: string; beginId: string }
    | { step: "missing" | "declined"; holder: string }
    | { step: "done"; holder: string; result: string }
    | { step: "failed"; holder: string; message: string },
) {
  return { data: data as Extract<typeof data, { step: "done" }> };
}

/** The name of this tab, which a reload keeps, where the tab may keep something. */
function findHolder(store: OwnStorage | null): string {
  const name = store?.read("holder") ?? newClientId();
  store?.write("holder", name);
  return name;
}

function becomeVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}
