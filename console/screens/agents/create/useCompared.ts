import { useState } from "react";
import type { Snapshot } from "valtio";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import type { ErrorNoticeProps } from "../../../parts/ErrorNotice.tsx";
import { loadAgent } from "../../../state/agents/agents.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSurface, surfaces } from "../../../state/surfaces/surface.ts";
import { readReplacement } from "../../../state/agents/templates.ts";

interface First {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  summary: ImportSummary;
}

/** The state of an agent that an import was compared with, so that changes saved meanwhile aren't overwritten. */
export function useCompared({ agent, place, summary: first }: First) {
  const [compared, setCompared] = useState(() => draftOf(agent));
  const [summary, setSummary] = useState(first);
  const [overtaken, setOvertaken] = useState<ErrorNoticeProps | null>(null);

  /** Compares with what is there now; gives whether that is another draft, or another look, than before. */
  async function compareAgain(lookRevision: number | undefined, refused: RequestError): Promise<boolean> {
    const [now, again] = await Promise.all([
      loadAgent(place),
      readReplacement(place, summary.exportId),
      loadSurface(place),
    ]);
    const look = surfaces.data?.surface;
    const isOtherLook = lookRevision !== undefined && look?.revision !== lookRevision;
    if (now.revision === compared.revision && !isOtherLook) return false;
    setCompared(draftOf(now));
    setSummary(again);
    const by = isOtherLook ? look?.savedBy : now.savedBy;
    const title = by
      ? `Changed by ${by.name} ${formatRelativeTime(by.at, Date.now())}.`
      : "Someone else changed this in the meantime.";
    const { code, requestId } = refused;
    setOvertaken({ title, error: { code, requestId, message: comparedAgain } });
    return true;
  }

  return { compared, summary, overtaken, compareAgain };
}

const comparedAgain = "Nothing was replaced. Compare with the new version, then replace it or leave it.";

function draftOf({ revision, configuration }: Snapshot<Agent>) {
  return { revision, configuration: copyShown(configuration) };
}
