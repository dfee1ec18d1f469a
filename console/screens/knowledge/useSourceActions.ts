import type { RequestError } from "../../../shared/client/requestError.ts";
import { useAction } from "../../parts/useAction.ts";
import { changeSync } from "../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** What can be done with a source's sync, with what went wrong. */
export interface SourceActions {
  change: (what: "start" | "cancel" | "retry") => void;
  isBusy: boolean;
  error: RequestError | null;
}

export function useSourceActions(place: AgentPlace & { sourceId: string }): SourceActions {
  const { run, isBusy, error } = useAction((what: "start" | "cancel" | "retry") => changeSync(place, what));
  return { change: (what) => void run(what), isBusy, error };
}
