/** How common programs are told of an MCP server; the key is to be filled in. */
export const clientConfigs: readonly { value: string; label: string; write(url: string): string }[] = [
  {
    value: "claude-code",
    label: "Claude Code",
    write: (url) =>
      `claude mcp add --transport http pilothouse ${url} --header "Authorization: Bearer YOUR_API_KEY"`,
  },
  {
    value: "vs-code",
    label: "VS Code",
    write: (url) => writeJson({ servers: { pilothouse: { type: "http", url, headers } } }),
  },
  {
    value: "cursor",
    label: "Cursor and others",
    write: (url) => writeJson({ mcpServers: { pilothouse: { url, headers } } }),
  },
];

const headers = { Authorization: "Bearer YOUR_API_KEY" };

function writeJson(value: object): string {
  return JSON.stringify(value, null, 2);
}
