import type { VersionChange, VersionContent, VersionSkill, VersionSource } from "./content.ts";
import { flatten, type SaidField } from "./flatten.ts";

/** Gives what changed from one content to another, in the order of the screens; empty where nothing did. */
export function diffVersions(before: VersionContent, after: VersionContent): VersionChange[] {
  return [
    ...diffFields(flatten(before.configuration, []), flatten(after.configuration, [])),
    ...diffFields(flatten(before.look, ["look"]), flatten(after.look, ["look"])),
    ...diffFields(listSkills(before.skills ?? []), listSkills(after.skills ?? [])),
    ...diffSources(before.sources, after.sources),
  ];
}

/** Gives the names of the fields that changed, each once. */
export function summarizeChanges(changes: readonly VersionChange[]): string[] {
  return [...new Set(changes.map(({ label }) => label))];
}

function diffFields(before: Map<string, SaidField>, after: Map<string, SaidField>): VersionChange[] {
  const changes: VersionChange[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    const said = is ?? was;
    if (!said || was?.exact === is?.exact) continue;
    const isSaidTheSame = was !== undefined && was.text === is?.text;
    changes.push({
      area: said.area,
      label: said.label,
      before: was?.text ?? null,
      after: isSaidTheSame ? `${said.text} (another)` : (is?.text ?? null),
    });
  }
  return changes;
}

function listSkills(skills: readonly VersionSkill[]): Map<string, SaidField> {
  return new Map(
    skills.map(({ id, title, ...settings }): [string, SaidField] => {
      const said = [...flatten(settings, []).values()].filter(({ text }) => text !== "");
      const text = said.map(({ label, text: value }) => `${label}: ${value}`).join("\n");
      return [
        id,
        { area: "skills", label: `Action “${title}”`, text, exact: JSON.stringify([title, settings]) },
      ];
    }),
  );
}

function diffSources(
  before: readonly VersionSource[] | null,
  after: readonly VersionSource[] | null,
): VersionChange[] {
  if (!before || !after) return [];
  const fields = (sources: readonly VersionSource[]) =>
    new Map(
      sources.map((source): [string, SaidField] => [
        source.originId,
        {
          area: "sources",
          label: `Data source “${source.name}”`,
          text: describeSource(source),
          exact: JSON.stringify([source.name, source.config, source.pages, source.characters]),
        },
      ]),
    );
  return diffFields(fields(before), fields(after));
}

function describeSource({ pages, characters, config }: VersionSource): string {
  const pageCount = pages === 1 ? "1 page" : `${pages.toLocaleString("en")} pages`;
  const settings = typeof config === "object" && config !== null ? { ...config, kind: "" } : {};
  const said = [...flatten(settings as Record<string, unknown>, []).values()]; // a plain object of settings
  const lines = said.filter(({ text }) => text !== "").map(({ label, text }) => `${label}: ${text}`);
  return [`${pageCount}, ${characters.toLocaleString("en")} characters`, ...lines].join("\n");
}
