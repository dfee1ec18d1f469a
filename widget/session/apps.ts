import { subscribe } from "valtio/vanilla";
import { toRequestError } from "../../shared/client/requestError.ts";
import { callAppTool, getActionApp } from "../../shared/contract/conversations/actions/actions.ts";
import type { ActionApp } from "../../shared/contract/conversations/actions/actions.ts";
import type { OpenedApp } from "./chat.ts";
import { findAction } from "./shownActions.ts";
import { chat } from "./state.ts";
import { putMessage } from "./thread.ts";
import type { Visitor } from "./visitor.ts";

/** Opens the apps that show what came of actions. */
export function createApps(visitor: Visitor) {
  const find = (actionId: string) => {
    const productId = visitor.agentId();
    const threadId = findAction(actionId)?.message.threadId;
    return productId && threadId ? { productId, threadId, actionId } : null;
  };

  async function read(actionId: string): Promise<ActionApp> {
    const params = find(actionId);
    if (!params) throw new Error("The app is gone.");
    return (await visitor.client.call(getActionApp, { params })).data;
  }

  async function callTool(
    actionId: string,
    name: string,
    given: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    const params = find(actionId);
    if (!params) throw new Error("The app is gone.");
    const body = { data: { name, arguments: given } };
    const { data } = await visitor.client.call(callAppTool, { params, body });
    if (data.message) putMessage(data.message);
    if (data.result) return data.result;
    const waitsAs = data.waitsAs ?? "";
    await ended(waitsAs);
    const { state, result } = await read(waitsAs);
    if (result) return result;
    throw new Error(`The action was not done: ${state}.`);
  }

  return async function open(actionId: string): Promise<OpenedApp | null> {
    try {
      const app = await read(actionId);
      const { url } = app;
      if (url === null) return null;
      return {
        app: { ...app, url },
        callTool: (name, given) =>
          callTool(actionId, name, given).catch((thrown: unknown) => {
            throw new Error(toRequestError(thrown).message);
          }),
      };
    } catch {
      return null;
    }
  };
}

/** Resolves once the card of an action waits for nobody, and is not being done. */
function ended(actionId: string): Promise<void> {
  const isOpen = () => ["waiting", "running"].includes(findAction(actionId)?.action.state ?? "waiting");
  return new Promise((resolve) => {
    if (!isOpen()) return resolve();
    const stop = subscribe(chat, () => {
      if (isOpen()) return;
      stop();
      resolve();
    });
  });
}
