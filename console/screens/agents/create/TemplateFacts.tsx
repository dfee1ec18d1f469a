import type { ReactNode } from "react";
import { findModel } from "../../../../shared/domain/models.ts";
import { personalities } from "../../../../shared/domain/personalities.ts";
import type { TemplateDetail } from "../../../../shared/contract/agents/templates.ts";
import { Card } from "../../../parts/Card.tsx";
import { facts } from "./facts.ts";
import { ListedFact } from "./ListedFact.tsx";
import { describeUses, listNeeds } from "./templateWords.ts";

/** What a template brings, and what it needs. */
export function TemplateFacts({ template }: { template: TemplateDetail }): ReactNode {
  const { personality, model, sources, guidance, blockedTopics, usedCount, author } = template;
  const needs = listNeeds(template.needs);
  const label = model === null ? "Your default" : (findModel(model)?.label ?? model);
  return (
    <Card title="What it brings">
      <dl className={facts}>
        <dt>Sounds</dt>
        <dd>{personalities.find(({ value }) => value === personality)?.label ?? personality}</dd>
        <dt>Model</dt>
        <dd>{label}</dd>
        <dt>Reads</dt>
        <dd>{sources.length > 0 ? sources.map(({ name }) => name).join(", ") : "Nothing yet"}</dd>
        <ListedFact name="Guidance" parts={guidance} />
        <ListedFact name="Declines" parts={blockedTopics} />
        <dt>Needs</dt>
        <dd>{needs.length > 0 ? needs.join(", ") : "Nothing: it works right away"}</dd>
        <dt>Used</dt>
        <dd>
          {describeUses(usedCount)}
          {author && `, by ${author}`}
        </dd>
      </dl>
    </Card>
  );
}
