/** How many MCP servers an agent has, and what is taken of each. */
export const maxMcpServers = 20;
export const maxMcpTools = 128;
export const maxToolDescription = 2000;
export const maxToolSchema = 20_000;
/** More references could multiply the work of checking an input. */
export const maxToolReferences = 24;
export const maxToolResult = 24_000;
/** For one exchange with a server: to read its tools, or to call one. */
export const mcpTimeoutMs = 30_000;
