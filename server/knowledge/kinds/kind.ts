import type { SourceKind } from "../../../shared/domain/sourceKinds.ts";
import type { ConfigOf } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { Looking } from "../preprocess/looking.ts";
import type { Reading } from "../sync/reading.ts";
import type { PageRow } from "../tables.ts";

/** What the server does with one kind of data source. What both sides know of it is in shared/domain/sourceKinds.ts. */
export interface KindOfSource<Kind extends SourceKind> {
  /** Completes what people typed, and refuses what can't be right; all else is said beside the source later. */
  check?(config: ConfigOf<Kind>): ConfigOf<Kind>;
  /** What a source is called where nobody gave it a name. */
  name(config: ConfigOf<Kind>): string;
  /** Reads what the source names. Gives whether everything was read, so that what was not met is gone from it. */
  read(reading: Reading, config: ConfigOf<Kind>): Promise<boolean>;
  /** Shows what a sync would take, where the kind has a preview. */
  preview?(looking: Looking, config: ConfigOf<Kind>): Promise<void>;
  /** What a run reads alone to read one page again; null, or left out, where the source is read as a whole. */
  placeOf?(page: PageRow): string | null;
  /** The files that a source names. */
  fileIds?(config: ConfigOf<Kind>): string[];
  /** How many addresses or items a source names. */
  countPlaces?(config: ConfigOf<Kind>): number;
}
