/** The file of an agent as it was exported, sent in, or published. */
export interface AgentExportRow {
  organizationId: string;
  id: string;
  /** The agent that it was made from; null for an uploaded one. */
  agentId: string | null;
  kind: "export" | "sent" | "template";
  /** JSON of PortableFile. */
  file: string;
  createdBy: string;
  createdAt: number;
}

/** An agent that its organization published as a template. */
export interface AgentTemplateRow {
  organizationId: string;
  agentId: string;
  exportId: string;
  title: string;
  description: string;
  category: string;
  /** JSON of what a list shows beside that, so that it reads no files. */
  card: string;
  createdAt: number;
  updatedAt: number;
}

/** How often a template was used: of the product's own, and of published ones by their agent's id. Nobody's row. */
export interface TemplateCountRow {
  templateId: string;
  uses: number;
}

/** That an agent was made from a template, so that it counts once. */
export interface TemplateUseRow {
  organizationId: string;
  agentId: string;
  templateId: string;
  createdAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    agentExports: AgentExportRow;
    agentTemplates: AgentTemplateRow;
    templateCounts: TemplateCountRow;
    templateUses: TemplateUseRow;
  }
}
