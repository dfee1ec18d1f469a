import { useState } from "react";
import type { ReactNode } from "react";
import { ArrowUp } from "lucide-react";
import type { SearchConfig, Skill, SkillTestResult } from "../../../../shared/contract/skills/skills.ts";
import { findModel } from "../../../../shared/domain/models.ts";
import { findSearchProblem } from "../../../../shared/domain/webSearch.ts";
import { maxSearchEngines, searchEngines } from "../../../../shared/domain/skills.ts";
import type { SearchEngine } from "../../../../shared/domain/skills.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { describeCount } from "../../../parts/describeNumber.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useAgent } from "../../../parts/useAgent.ts";
import { AnswerField } from "./AnswerField.tsx";
import { propertyRows } from "./propertyRows.ts";
import { SecretRow } from "./SecretRow.tsx";
import type { ConfigProps } from "./sectionProps.ts";

type Engine = SearchConfig["engines"][number];

interface SearchCardProps extends ConfigProps<SearchConfig> {
  /** As it is saved; null for a new one. */
  saved: Pick<Skill, "searchKeyEndings" | "updatedAt"> | null;
  /** Searches with one engine, as it is typed. */
  onTestEngine: (engine: Engine) => Promise<SkillTestResult>;
}

/** The search engines in the order in which they are asked, and which pages the agent gets. */
export function SearchCard({ config, saved, onTestEngine, ...section }: SearchCardProps): ReactNode {
  const { typed, onChange, error, isReadOnly } = section;
  const { engines, results, sites } = config;
  const { agent } = useAgent();
  const problem = agent && findSearchProblem(findModel(agent.configuration.model));
  const engineOptions = Object.entries(searchEngines).map(([value, { name }]) => ({
    ...{ value, label: name },
    isDisabled: value === "provider" && Boolean(problem),
  }));
  const set = (part: Partial<SearchConfig>) => onChange({ config: { ...config, ...part } });
  const errorOf = (path: string) => findFieldError(error, `config.${path}`);
  const moveUp = (at: number) => {
    const moved = [...engines];
    moved.splice(at - 1, 0, ...moved.splice(at, 1));
    set({ engines: moved });
  };
  return (
    <Card title="Web search">
      <div className={propertyRows}>
        <Rows<Engine>
          label="Search engines"
          noun="search engine"
          rows={engines}
          most={maxSearchEngines}
          onChange={(rows) => set({ engines: rows })}
          makeRow={() => makeEngine(nextEngine(engines, problem ? ["provider"] : []))}
          error={errorOf("engines")}
          isReadOnly={isReadOnly}
        >
          {(engine, change, at) => (
            <>
              <div className={head}>
                <Select
                  label={at === 0 ? "Asked first" : "If that fails"}
                  value={engine.engine}
                  options={engineOptions}
                  onChange={(value) => change(makeEngine(value as SearchEngine))} // a value of the options
                  isDisabled={isReadOnly}
                />
                {at > 0 && !isReadOnly && (
                  <IconButton
                    label={`Move up search engine ${at + 1}`}
                    size="small"
                    onClick={() => moveUp(at)}
                  >
                    <ArrowUp size={16} aria-hidden />
                  </IconButton>
                )}
              </div>
              {engine.engine === "provider" ? (
                <p className={about}>
                  {problem ??
                    "Uses the key of the agent's model. Each search costs one request to that model."}
                </p>
              ) : engine.engine === "searxng" ? (
                <TextField
                  label="Address"
                  isRequired
                  limit={2000}
                  placeholder="https://search.example.org"
                  hint="Its search.formats must include json."
                  value={engine.url}
                  onChange={(url) => change({ engine: "searxng", url })}
                  error={errorOf(`engines.${at}.url`)}
                  isDisabled={isReadOnly}
                />
              ) : (
                <SecretRow
                  // Once saved, the field that replaced the old one closes.
                  key={`${engine.engine} ${saved?.updatedAt}`}
                  label="Key"
                  kept={keptOf(saved, engine.engine)}
                  typed={typed.searchKeys?.[engine.engine]}
                  onChange={(secret) =>
                    onChange({ searchKeys: { ...typed.searchKeys, [engine.engine]: secret } })
                  }
                  error={findFieldError(error, `data.searchKeys.${engine.engine}`)}
                  isDisabled={isReadOnly}
                />
              )}
              {!isReadOnly && <EngineTest key={JSON.stringify(engine)} onTest={() => onTestEngine(engine)} />}
            </>
          )}
        </Rows>
        {problem && !engines.some(({ engine }) => engine === "provider") && (
          <p className={about}>
            {searchEngines.provider.name} isn't available. {problem}
          </p>
        )}
        <TextField
          label="Pages"
          type="number"
          hint="From 1 to 10."
          value={Number.isNaN(results) ? "" : String(results)}
          onChange={(text) => set({ results: text === "" ? NaN : Number(text) })}
          error={errorOf("results")}
          isDisabled={isReadOnly}
        />
        <TextArea
          label="Only these sites, one per line"
          rows={3}
          placeholder="example.com"
          value={sites.join("\n")}
          onChange={(text) => set({ sites: text.split("\n") })}
          error={errorOf("sites") ?? sites.map((_, at) => errorOf(`sites.${at}`)).find(Boolean)}
          isDisabled={isReadOnly}
        />
        <AnswerField {...section} placeholder="" />
      </div>
    </Card>
  );
}

function EngineTest({ onTest }: { onTest: () => Promise<SkillTestResult> }): ReactNode {
  const [result, setResult] = useState<SkillTestResult | null>(null);
  const testing = useAction(async () => {
    setResult(null);
    setResult(await onTest());
  });
  const failure = result?.error ?? testing.error?.message;
  return (
    <div className={test}>
      <Button size="small" isBusy={testing.isBusy} onClick={() => void testing.run()}>
        Test
      </Button>
      <span role="status" data-failed={failure !== undefined || undefined}>
        {failure ?? (result && describeFound(result))}
      </span>
    </div>
  );
}

function describeFound({ picked, ms }: SkillTestResult): string {
  const pages: unknown = JSON.parse(picked ?? "[]");
  const count = Array.isArray(pages) ? pages.length : 0;
  return `Found ${describeCount(count, "page")}${ms === null ? "" : ` in ${ms} ms`}`;
}

function keptOf(saved: SearchCardProps["saved"], engine: keyof Skill["searchKeyEndings"]) {
  const ending = saved?.searchKeyEndings[engine] ?? null;
  return ending === null ? null : { ending };
}

function makeEngine(engine: SearchEngine): Engine {
  return engine === "searxng" ? { engine, url: "" } : { engine };
}

/** The first one that is not asked yet. */
function nextEngine(engines: readonly Engine[], without: readonly SearchEngine[]): SearchEngine {
  const all = Object.keys(searchEngines) as SearchEngine[]; // keys of a literal object
  const free = all.filter((one) => !without.includes(one));
  return free.find((one) => !engines.some(({ engine }) => engine === one)) ?? "searxng";
}

const about = css`
  margin: 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const head = css`
  display: flex;
  align-items: flex-end;
  gap: 4px;
  & > :first-child {
    flex: 1;
    min-width: 0;
  }
`;
const test = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > [data-failed] {
    color: var(--ph-danger-text);
  }
`;
