import type { Snapshot } from "valtio";
import type { SyncRun } from "../../../shared/contract/knowledge/knowledge.ts";
import type { RunPlace } from "../../state/knowledge/syncRun.ts";

/** What each part of a sync run is given. */
export interface RunPartProps {
  place: RunPlace;
  run: Snapshot<SyncRun>;
}
