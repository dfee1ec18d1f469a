/** Whether an agent answers as an MCP server. There is no row for one that never did. */
export interface McpEndpointRow {
  organizationId: string;
  agentId: string;
  enabled: number;
  updatedAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    mcpEndpoints: McpEndpointRow;
  }
}
