import { useEffect, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { TemplateDetail } from "../../../../shared/contract/agents/templates.ts";
import { fillPlaceholders, nameOfPlaceholder } from "../../../../shared/domain/placeholders.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { BackLink } from "../../../parts/BackLink.tsx";
import { AgentIcon } from "../../../parts/AgentIcon.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import { loadTemplate, templateDetail } from "../../../state/agents/templates.ts";
import { LazyDraft } from "./LazyDraft.tsx";
import { TemplateFacts } from "./TemplateFacts.tsx";
import { useImporting } from "./useImporting.ts";

/** One template: how its chat looks, what it brings and what it needs, and the button that makes an agent of it. */
export function TemplateView({ orgId, templateId }: { orgId: string; templateId: string }): ReactNode {
  const query = useQuery();
  const shown = useSnapshot(templateDetail);
  useEffect(() => void loadTemplate(templateId), [templateId]);
  const isOurs = shown.data?.id === templateId;
  return (
    <div className={frame}>
      <BackLink href={query.link({ template: null })}>All templates</BackLink>
      <Loaded
        resource={isOurs ? shown : { ...shown, data: null }}
        skeleton={<Skeleton height="480px" />}
        needs="agents.create"
        onRetry={() => loadTemplate(templateId)}
      >
        {(data) => <TemplateForm key={data.id} orgId={orgId} template={copyShown(data)} />}
      </Loaded>
    </div>
  );
}

function TemplateForm({ orgId, template }: { orgId: string; template: TemplateDetail }): ReactNode {
  const [name, setName] = useState(template.agentName);
  const [facts, setFacts] = useState<Record<string, string>>({});
  const { icon, suggestions, placeholders } = template;
  const fills = placeholders.flatMap((placeholder) => {
    const text = facts[placeholder]?.trim() ?? "";
    return text === "" ? [] : [{ placeholder, text }];
  });
  const welcome = fillPlaceholders(template.welcome, fills);
  const heading = useRef<HTMLHeadingElement>(null);
  // The card that was pressed is gone: who reads on by keys or by ear begins here.
  useEffect(() => heading.current?.focus(), []);
  const importing = useImporting(orgId);
  const element = useWrongField(importing.error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void importing.run(template.exportId, {
      ...{ look: true, sources: true, readsTexts: true, testCases: false },
      ...{ name: name.trim(), fills },
    });
  };
  return (
    <div className={columns}>
      <div>
        <header>
          <AgentIcon icon={template.icon} size={52} />
          <div>
            <h3 ref={heading} tabIndex={-1}>
              {template.title}
            </h3>
            <p>{template.description}</p>
          </div>
        </header>
        <TemplateFacts template={template} />
        <Card>
          <form
            ref={element}
            className={form}
            onSubmit={handleSubmit}
            noValidate
            aria-label="Use this template"
          >
            <TextField
              label="Name"
              hint="Visitors see it."
              isRequired
              limit={80}
              value={name}
              onChange={setName}
              error={findFieldError(importing.error, "name")}
            />
            {placeholders.length > 0 && (
              <fieldset className={factList}>
                <legend>Your facts</legend>
                <div>
                  {placeholders.map((placeholder) => (
                    <TextField
                      key={placeholder}
                      label={nameOfPlaceholder(placeholder)}
                      limit={300}
                      value={facts[placeholder] ?? ""}
                      onChange={(text) => setFacts((before) => ({ ...before, [placeholder]: text }))}
                    />
                  ))}
                </div>
              </fieldset>
            )}
            {fills.length < placeholders.length && (
              <p>The agent starts paused until all facts are filled in.</p>
            )}
            {importing.error && !findFieldError(importing.error, "name") && (
              <ErrorNotice title="The agent was not created." error={importing.error} />
            )}
            <Button type="submit" kind="primary" isBusy={importing.isBusy}>
              Create agent
            </Button>
          </form>
        </Card>
      </div>
      <aside>
        <LazyDraft draft={{ name, icon, language: "auto", look: { welcome, suggestions } }} />
      </aside>
    </div>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 16px;
  min-width: 0;
  & > * {
    max-width: 100%;
  }
`;
const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 360px;
  align-items: start;
  gap: 48px;
  width: 100%;
  & > div {
    display: grid;
    gap: 20px;
    min-width: 0;
  }
  & > div > header {
    display: flex;
    gap: 16px;
  }
  & h3 {
    font-size: var(--ph-text-xl);
    font-weight: 600;
  }
  & header p {
    margin-top: 4px;
    color: var(--ph-text-2);
  }
  & > aside {
    position: sticky;
    top: 24px;
    min-width: 0;
  }
  @media (max-width: 1024px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    & > aside {
      position: static;
    }
  }
`;
const factList = css`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0;
    font-weight: 600;
  }
  & > div {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr));
    gap: 12px;
    margin-top: 12px;
  }
`;
const form = css`
  display: grid;
  justify-items: start;
  gap: 16px;
  & > *:not(button) {
    width: 100%;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
