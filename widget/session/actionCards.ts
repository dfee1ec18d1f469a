import { proxy } from "valtio/vanilla";
import { toRequestError } from "../../shared/client/requestError.ts";
import { decideAction } from "../../shared/contract/conversations/actions/actions.ts";
import { listVisitorMessages } from "../../shared/contract/conversations/conversations.ts";
import { removeVisitorGrant } from "../../shared/contract/integrations/visitorGrants.ts";
import { checkForm, type FormValues } from "../../shared/domain/forms.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import { sayInCards } from "./cardWords.ts";
import type { CardStep, Decision } from "./chat.ts";
import type { Keep } from "./keep.ts";
import { findOwnStorage } from "./ownStorage.ts";
import type { Page } from "./page.ts";
import { createLoader } from "./pause.ts";
import { sentenceOf } from "./sentences.ts";
import { findAction } from "./shownActions.ts";
import type { ActionCardState } from "./shownActions.ts";
import type { Tell } from "./tell.ts";
import { putMessage } from "./thread.ts";
import type { Visitor } from "./visitor.ts";

/** The cards that were shown, by the IDs of their actions. */
export const actionCards = proxy<Record<string, ActionCardState>>({});

interface ActionCardDeps {
  token: string;
  visitor: Visitor;
  keep: Pick<Keep, "isLasting">;
  tell: Pick<Tell, "failed">;
  page: Pick<Page, "send" | "tools">;
  link: () => FrameEnd | undefined;
  /** Sends a text as the visitor's. */
  say: (text: string) => void;
}

/** Does what visitors do at the cards below answers; what is filled in outlives a reload of the tab. */
export function createActionCards({ token, visitor, keep, tell, page, link, say }: ActionCardDeps) {
  const openApp = createLoader(() => import("./apps.ts").then(({ createApps }) => createApps(visitor)));
  const pageActions = createLoader(() =>
    import("./pageActions.ts").then(({ createPageActions }) =>
      createPageActions({ token, visitor, keep, page, link, showCard: show }),
    ),
  );

  const findDrafts = () => (keep.isLasting() ? findOwnStorage("session", token) : null);

  function readDraft(actionId: string): FormValues {
    try {
      // The values were set below; `checkForm` checks it before it is sent.
      return JSON.parse(findDrafts()?.read(nameOf(actionId)) ?? "{}") as FormValues;
    } catch {
      return {};
    }
  }

  function show(actionId: string): ActionCardState {
    actionCards[actionId] ??= { values: readDraft(actionId), errors: {}, sending: null, notice: "" };
    return actionCards[actionId];
  }

  function fillIn(actionId: string, values: FormValues): void {
    show(actionId).values = values;
    const fields = findAction(actionId)?.action.fields ?? [];
    // A browser gives no page the file that was chosen before.
    const isKept = (id: string) => !fields.some((field) => field.id === id && field.type === "file");
    const kept = Object.entries(values).filter(([id]) => isKept(id));
    findDrafts()?.write(nameOf(actionId), JSON.stringify(Object.fromEntries(kept)));
  }

  async function decide(actionId: string, decision: Decision["decision"]): Promise<void> {
    const card = show(actionId);
    const found = findAction(actionId);
    const productId = visitor.agentId();
    if (card.sending || !found || !productId) return;
    const { message, action } = found;
    if (action.by === "page") return void pageActions().then((part) => part.decide(actionId, decision));
    Object.assign(card, { errors: {}, notice: "" });
    const checked = checkForm(decision === "confirm" ? action.fields : [], card.values);
    if ("errors" in checked) return void (card.errors = checked.errors);
    card.sending = decision;
    try {
      const { data } = await visitor.client.call(decideAction, {
        params: { productId, threadId: message.threadId, actionId },
        body: { data: { decision, values: checked.values } },
      });
      putMessage(data);
      findDrafts()?.write(nameOf(actionId), null);
    } catch (thrown) {
      await takeRefusal(thrown, actionId, card);
    } finally {
      card.sending = null;
    }
  }

  async function forget(actionId: string, integrationId: string): Promise<void> {
    const card = show(actionId);
    const productId = visitor.agentId();
    if (!productId) return;
    card.notice = "";
    try {
      await visitor.client.call(removeVisitorGrant, { params: { productId, integrationId } });
    } catch (thrown) {
      const error = toRequestError(thrown);
      // What is gone is forgotten.
      if (error.status !== 404) return void (card.notice = sentenceOf(error));
    }
    card.hasForgotten = true;
  }

  async function takeRefusal(thrown: unknown, actionId: string, card: ActionCardState): Promise<void> {
    const error = toRequestError(thrown);
    if (error.code === "invalid_input" && error.fields.length > 0) {
      card.errors = Object.fromEntries(
        error.fields.map(({ path, message }) => [path.split(".").at(-1) ?? path, message]),
      );
      return;
    }
    // Somebody was quicker, or its time is over: what it is now says that best.
    if (error.status === 409 && !(await isStillWaiting(actionId))) return;
    card.notice = error.code === "offline" ? sayInCards().offline : sentenceOf(error);
    tell.failed(card.notice);
  }

  /** Reads the message of an action again. */
  async function isStillWaiting(actionId: string): Promise<boolean> {
    const productId = visitor.agentId();
    const message = findAction(actionId)?.message;
    if (!productId || !message) return false;
    const { threadId, position } = message;
    const query = { before: position + 1, limit: 1 };
    try {
      const page = await visitor.client.call(listVisitorMessages, { params: { productId, threadId }, query });
      page.items.forEach(putMessage);
    } catch {
      // It is told live as well; until then the refusal's own sentence is at the card.
    }
    return findAction(actionId)?.action.state === "waiting";
  }

  return function act(actionId: string, step: CardStep | null): void {
    // Files go the way of the composer's.
    if (step && "file" in step) return;
    if (!step) {
      show(actionId);
      const { by, tool, state } = findAction(actionId)?.action ?? {};
      if (by === "page" && tool && (state === "waiting" || state === "running"))
        void pageActions().then((part) => part.take(actionId));
    } else if ("onApp" in step)
      void openApp()
        .then((open) => open(actionId))
        .then(step.onApp);
    else if ("say" in step) say(step.say);
    else if ("forget" in step) void forget(actionId, step.forget);
    else if ("values" in step) fillIn(actionId, step.values);
    else void decide(actionId, step.decision);
  };
}

const nameOf = (actionId: string): string => `action.${actionId}`;
