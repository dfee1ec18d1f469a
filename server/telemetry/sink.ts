/** A piece of work, named from short lists only, so that labels stay few. */
export type Work =
  | { kind: "request"; method: string }
  | { kind: "answer" }
  | { kind: "model"; provider: string; model: string }
  | { kind: "job"; name: string };

/** What is known about a piece of work when it ends. The code that does the work fills it in. */
export interface Told {
  /** The route's path, with parameters as names. */
  route?: string;
  status?: number;
  requestId?: string;
  provider?: string;
  model?: string;
  outcome?: string;
  tokensIn?: number | null;
  tokensOut?: number | null;
  firstMs?: number | null;
}

/** A piece of work that has ended. */
export interface Ended {
  work: Work;
  told: Told;
  ms: number;
  hasFailed: boolean;
}

/** A receiver of telemetry. */
export interface Sink {
  /** Runs the work inside this receiver's context. */
  around?<Result>(work: Work, told: Told, act: () => Promise<Result>): Promise<Result>;
  ended?(ended: Ended): void;
  statement?(statement: Statement): void;
  streams?(change: 1 | -1): void;
  stop?(): Promise<void>;
}

/** A finished database statement. Its text has placeholders instead of values. */
export interface Statement {
  sql: string;
  ms: number;
  way: "write" | "read";
}
