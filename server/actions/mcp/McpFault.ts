/** An MCP server that could not be asked. `message` is for people; `said` is the server's own text, for models and the team. */
export class McpFault extends Error {
  override readonly name = "McpFault";
  readonly log: string;
  readonly said: string;

  constructor(message: string, log: string, said = "") {
    super(message);
    this.log = log;
    this.said = said;
  }
}
