import type { ChangeArea } from "../../../shared/domain/versions/content.ts";

/** What the parts of an agent are called above their fields, in the order of the screens. */
export const areaNames: Record<ChangeArea, string> = {
  identity: "Identity",
  behaviour: "Behavior",
  guidance: "Guidance",
  guardrails: "Guard rails",
  look: "Chat widget",
  skills: "Actions",
  sources: "Data sources",
};

/** Fields by the part of the agent to which they belong; parts without any are left out. */
export function groupByArea<Field extends { area: ChangeArea }>(
  fields: readonly Field[],
): [ChangeArea, Field[]][] {
  const groups = Map.groupBy(fields, ({ area }) => area);
  const areas = Object.keys(areaNames) as ChangeArea[]; // the keys of its own type
  return areas.flatMap((area): [ChangeArea, Field[]][] => {
    const found = groups.get(area);
    return found ? [[area, found]] : [];
  });
}
