import { proxy, ref } from "valtio";
import {
  cancelThreadChange,
  changeThreads as changeThreadsCall,
  getThreadChange,
  undoThreadChange,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import type {
  ChangedThreads,
  ManyChange,
  ThreadChangeRun,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { client } from "../../platform/client.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { keptForBrowser } from "../../platform/storage.ts";

/** The change of many conversations that this browser follows. */
export const manyChange = proxy<{ run: ThreadChangeRun | null; error: RequestError | null }>({
  run: null,
  error: null,
});

const askEveryMs = 700;

/** Gives the change of an agent's conversations that this browser began and whose end nobody has seen. */
export function readKeptChange(agentId: string): string | null {
  return keptForBrowser.read(nameOf(agentId));
}

/** Begins to change many conversations. */
export async function beginChange(place: AgentPlace, of: ChangedThreads, change: ManyChange): Promise<void> {
  const body = { data: { of, change } };
  const { data } = await client.call(changeThreadsCall, { params: paramsOf(place), body });
  keepChange(place, data);
}

/** Begins to put each conversation of a change back to what it was, and follows that from now on. */
export async function undoChange(place: AgentPlace, threadChangeId: string): Promise<void> {
  const params = { ...paramsOf(place), threadChangeId };
  keepChange(place, (await client.call(undoThreadChange, { params })).data);
}

/** Ends it before its end; what is done stays done. */
export async function cancelChange(place: AgentPlace, threadChangeId: string): Promise<void> {
  const params = { ...paramsOf(place), threadChangeId };
  manyChange.run = (await client.call(cancelThreadChange, { params })).data;
}

/** Forgets a change whose end was seen. */
export function forgetChange({ agentId }: AgentPlace): void {
  keptForBrowser.remove(nameOf(agentId));
  Object.assign(manyChange, { run: null, error: null });
}

/** Reads how far a change is until it ends, or until the function it gives is called. */
export function followChange(place: AgentPlace, threadChangeId: string): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const ask = async () => {
    try {
      const { data } = await client.call(getThreadChange, {
        params: { ...paramsOf(place), threadChangeId },
      });
      if (isOver) return;
      Object.assign(manyChange, { run: data, error: null });
      if (!isUnderWay(data)) return;
    } catch (thrown) {
      if (isOver) return;
      const error = toRequestError(thrown);
      // Gone with its agent, or of another person who used this browser.
      if (error.code === "not_found") return forgetChange(place);
      manyChange.error = ref(error);
    }
    timer = setTimeout(() => void ask(), askEveryMs);
  };
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Whether it has not ended. */
export function isUnderWay({ state }: Pick<ThreadChangeRun, "state">): boolean {
  return state === "queued" || state === "running";
}

/** Follows a change from now on, also where the console is opened again. */
export function keepChange({ agentId }: AgentPlace, run: ThreadChangeRun): void {
  keptForBrowser.write(nameOf(agentId), run.id);
  Object.assign(manyChange, { run, error: null });
}

function nameOf(agentId: string): string {
  return `threadChange:${agentId}`;
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
