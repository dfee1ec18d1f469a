import type { ConfigOf, DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { isSourceKind, type SourceKind } from "../../../shared/domain/sourceKinds.ts";
import type { Looking } from "../preprocess/looking.ts";
import type { Reading } from "../sync/reading.ts";
import type { PageRow } from "../tables.ts";
import { documents } from "./documents/documents.ts";
import { feed } from "./feed/feed.ts";
import { files } from "./files/files.ts";
import { googleDrive } from "./googleDrive/googleDrive.ts";
import type { KindOfSource } from "./kind.ts";
import { notion } from "./notion/notion.ts";
import { qa } from "./qa/qa.ts";
import { sample } from "./sample/sample.ts";
import { text } from "./text/text.ts";
import { website } from "./website/website.ts";

/** Every kind of data source, one folder each. */
const kinds: { [Kind in SourceKind]: KindOfSource<Kind> } = {
  ...{ website, feed, files, text, qa, googleDrive, notion, documents, sample },
};

/** Completes what people typed of a source, and refuses what can't be right. */
export function checkConfig<Kind extends SourceKind>(config: ConfigOf<Kind>): ConfigOf<Kind> {
  return kindOf(config).check?.(config) ?? config;
}

/** What a source is called where nobody gave it a name. */
export function nameSource(config: DataSourceConfig): string {
  return kindOf(config).name(config);
}

/** Reads what a source names. Gives whether all of it was read. */
export function readSource(reading: Reading, config: DataSourceConfig): Promise<boolean> {
  return kindOf(config).read(reading, config);
}

/** Shows what a sync of a source would take. */
export async function previewSource(looking: Looking, config: DataSourceConfig): Promise<void> {
  await kindOf(config).preview?.(looking, config);
}

/** What a run of a source reads alone to read one of its pages again; null where it is read as a whole. */
export function placeOfPage(kind: string, page: PageRow): string | null {
  return isSourceKind(kind) ? (kinds[kind].placeOf?.(page) ?? null) : null;
}

/** The files that a source names. */
export function fileIdsOf(config: DataSourceConfig): string[] {
  return kindOf(config).fileIds?.(config) ?? [];
}

/** How many addresses or items a source names. */
export function countPlaces(config: DataSourceConfig): number {
  return kindOf(config).countPlaces?.(config) ?? 0;
}

function kindOf<Kind extends SourceKind>({ kind }: { kind: Kind }): KindOfSource<Kind> {
  return kinds[kind];
}
