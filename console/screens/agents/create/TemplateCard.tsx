import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Template } from "../../../../shared/contract/agents/templates.ts";
import { templateCategoryNames } from "../../../../shared/domain/portable.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../../parts/AgentIcon.tsx";
import { describeUses, listNeeds } from "./templateWords.ts";

/** One template of the gallery: what it is for, how often it was used, and what has to be given to it. */
export function TemplateCard({ template, href }: { template: Snapshot<Template>; href: string }): ReactNode {
  const { id, title, description, icon, category, usedCount } = template;
  const needs = listNeeds(template.needs);
  return (
    <Link id={cardId(id)} href={href} className={card}>
      <AgentIcon icon={icon} size={40} />
      <strong>{title}</strong>
      <p>{description}</p>
      <span>
        <Badge>{templateCategoryNames[category]}</Badge>
        {needs.length > 0 && <Badge tone="warning">Needs {needs.length === 1 ? needs[0] : "keys"}</Badge>}
        <small>{describeUses(usedCount)}</small>
      </span>
    </Link>
  );
}

/** By which the card is found again. */
export function cardId(templateId: string): string {
  return `template-${templateId}`;
}

const card = css`
  display: grid;
  grid-template-rows: auto auto 1fr auto;
  gap: 4px;
  min-width: 0;
  padding: 20px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  color: inherit;
  text-decoration: none;
  transition: border-color var(--ph-fast);
  &:hover {
    border-color: var(--ph-accent-text);
  }
  & > strong {
    margin-top: 10px;
    font-size: var(--ph-text-l);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    display: -webkit-box;
    align-self: start;
    -webkit-line-clamp: 4;
    -webkit-box-orient: vertical;
    overflow: hidden;
  }
  & > span:last-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    margin-top: 12px;
  }
  & small {
    margin-inline-start: auto;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
`;
