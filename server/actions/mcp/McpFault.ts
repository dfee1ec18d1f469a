/** What a server said when it refused a request for want of a sign-in. */
export interface Challenge {
  resourceMetadataUrl: string | null;
  scope: string | null;
  /** 401: there is no good token; 403: it allows too little. */
  status: 401 | 403;
}

/** An MCP server that could not be asked. `message` is for people; `said` is the server's own text, for models and the team. */
export class McpFault extends Error {
  override readonly name = "McpFault";
  readonly log: string;
  readonly said: string;
  /** Set where a sign-in would help. */
  readonly challenge: Challenge | null;

  constructor(message: string, log: string, { said = "", challenge = null }: Partial<Details> = {}) {
    super(message);
    this.log = log;
    this.said = said;
    this.challenge = challenge;
  }
}

type Details = Pick<McpFault, "said" | "challenge">;
