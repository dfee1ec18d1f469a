import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { Page } from "../../../parts/Page.tsx";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { readImport } from "../../../state/agents/templates.ts";
import { CheckRow } from "./CheckRow.tsx";
import { freeTitle } from "./freeTitle.ts";
import { ImportFacts } from "./ImportFacts.tsx";
import { ImportModel } from "./ImportModel.tsx";
import { LazyDraft } from "./LazyDraft.tsx";
import { modeEnd, modeForm } from "./modeStyle.ts";
import { NamedImport } from "./NamedImport.tsx";
import { useImporting } from "./useImporting.ts";

/** A new agent of a file or an export: first what it would bring, then the agent. */
export function ImportMode({ orgId }: { orgId: string }): ReactNode {
  return (
    <Page title="Import an agent" subtitle="You can review it before anything is created.">
      <NamedImport orgId={orgId} needs="agents.create" read={(exportId) => readImport(orgId, exportId)}>
        {(summary, onOther) => <ImportForm orgId={orgId} summary={summary} onOther={onOther} />}
      </NamedImport>
    </Page>
  );
}

interface ImportFormProps {
  orgId: string;
  summary: ImportSummary;
  onOther: () => void;
}

function ImportForm({ orgId, summary, onOther }: ImportFormProps): ReactNode {
  const { configuration, conflicts, knowledge, surfaces, testCases } = summary;
  const clash = conflicts.find(({ kind }) => kind === "name");
  const [name, setName] = useState(clash?.suggestion ?? configuration.name);
  const [model, setModel] = useState(configuration.model);
  const [take, setTake] = useState({ look: true, sources: true, readsTexts: true, testCases: true });
  const { run, isBusy, error } = useImporting(orgId);
  const hasSources = (knowledge?.sources.length ?? 0) > 0;
  const hasTexts =
    knowledge?.sources.some(({ config }) => ["text", "qa", "sample"].includes(config.kind)) === true;
  const form = useWrongField(error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(summary.exportId, {
      ...{ ...take, name: name.trim(), model },
      readsTexts: take.sources && take.readsTexts,
    });
  };
  const look = take.look && surfaces ? freeTitle(surfaces.widget, configuration.name) : {};
  return (
    <>
      <form ref={form} className={modeForm} onSubmit={handleSubmit} noValidate aria-label="Import">
        <ImportFacts summary={summary} />
        <Card>
          <TextField
            label="Name"
            isRequired
            autoFocus
            limit={80}
            value={name}
            onChange={setName}
            error={findFieldError(error, "name")}
          />
          <ImportModel {...{ orgId, summary, error }} value={model} onChange={setModel} />
          <div>
            {surfaces && (
              <CheckRow
                label="Its look"
                hint="Color, greeting and suggestions of its chat."
                isOn={take.look}
                onChange={(look) => setTake({ ...take, look })}
              />
            )}
            {hasSources && (
              <CheckRow
                label="Its sources"
                hint="Websites are read when you start it. Nothing is contacted now."
                isOn={take.sources}
                onChange={(sources) => setTake({ ...take, sources })}
              />
            )}
            {hasTexts && (
              <CheckRow
                label="Read its texts now"
                hint="Texts in the file, so it can answer right away."
                isOn={take.sources && take.readsTexts}
                onChange={(readsTexts) => setTake({ ...take, readsTexts })}
                isDisabled={!take.sources}
              />
            )}
            {testCases > 0 && (
              <CheckRow
                label="Its test cases"
                hint="Questions with what an answer must say."
                isOn={take.testCases}
                onChange={(chosen) => setTake({ ...take, testCases: chosen })}
              />
            )}
          </div>
        </Card>
        {error && !findFieldError(error, "name") && !findFieldError(error, "model") && (
          <ErrorNotice title="The agent was not created." error={error} />
        )}
        <div className={modeEnd}>
          <Button kind="quiet" onClick={onOther}>
            Another file
          </Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Create agent
          </Button>
        </div>
      </form>
      <aside>
        <LazyDraft draft={{ ...configuration, name, look }} />
      </aside>
    </>
  );
}
