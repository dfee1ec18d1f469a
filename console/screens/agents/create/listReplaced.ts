import type { AgentConfiguration } from "../../../../shared/contract/agents/agents.ts";
import type { WidgetSettings } from "../../../../shared/contract/surfaces/surfaces.ts";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import type { VersionChange } from "../../../../shared/domain/versions/content.ts";
import { diffVersions } from "../../../../shared/domain/versions/diffVersions.ts";
import { nameSource } from "./nameSource.ts";

interface Draft {
  configuration: AgentConfiguration;
  look: Partial<WidgetSettings>;
}

/** What a replacement makes of a draft, field by field; sources come beside those that are there. */
export function listReplaced({ configuration, look }: Draft, summary: ImportSummary): VersionChange[] {
  const { surfaces, knowledge } = summary;
  return [
    ...diffVersions(
      { configuration, look, sources: null },
      { configuration: summary.configuration, look: { ...look, ...surfaces?.widget }, sources: null },
    ),
    ...(knowledge?.sources ?? []).map((source): VersionChange => ({
      area: "sources",
      label: `Data source “${nameSource(source)}”`,
      before: null,
      after: "As a draft, read when you start it",
    })),
  ];
}
