/** What a log line carries beside its message. Never secrets, never what people wrote. */
export type LogFacts = Record<string, string | number | boolean | null | undefined>;

/** Where the server tells its operator what happens. */
export interface Log {
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  /** With what was thrown, whose stack is in the log and nowhere else. */
  error(message: string, thrown: unknown, facts?: LogFacts): void;
}

export type LogLevel = "error" | "warn" | "info";

export interface LogOptions {
  write: (line: string) => void;
  /** For people at a terminal; machines get a JSON object a line. */
  isPretty: boolean;
  /** The least that is told. */
  level?: LogLevel;
  now?: () => number;
  /** Is given each entry, whatever the level. */
  hear?: (entry: LogEntry) => void;
}

/** Makes the log: one line an entry. */
export function createLog(options: LogOptions): Log {
  const { write, isPretty, level: least = "info", now = Date.now, hear } = options;
  const print = isPretty ? writePretty : writeJson;
  const add = (level: LogLevel, message: string, facts: LogFacts = {}) => {
    const isTold = levels.indexOf(level) <= levels.indexOf(least);
    if (!isTold && !hear) return;
    const entry = { time: new Date(now()).toISOString(), level, message, ...facts };
    hear?.(entry);
    if (isTold) write(print(entry));
  };
  return {
    info: (message, facts) => add("info", message, facts),
    warn: (message, facts) => add("warn", message, facts),
    error: (message, thrown, facts) => add("error", message, { ...facts, error: describe(thrown) }),
  };
}

/**
 * Gathers the lines of one turn of the loop, and what is left when the process ends, into one writing: under load a call of
 * the system for each request costs a tenth of all that is done for it.
 */
export function gatherLines(write: (lines: string) => void): (line: string) => void {
  let gathered = "";
  const flush = () => {
    const lines = gathered;
    gathered = "";
    if (lines !== "") write(lines);
  };
  process.once("exit", flush);
  return (line) => {
    if (gathered === "") setImmediate(flush);
    gathered += line;
  };
}

const levels: LogLevel[] = ["error", "warn", "info"];

/** Keeps the newest lines, errors cut to their beginning, for a screen that shows them. */
export function keepNewest(most: number): { hear(entry: LogEntry): void; read(): readonly LogEntry[] } {
  const lines: LogEntry[] = [];
  return {
    hear({ error, ...entry }) {
      lines.push({
        ...entry,
        ...(error != null && { error: String(error).slice(0, longestError) }),
      } as LogEntry); // as it came
      if (lines.length > most) lines.shift();
    },
    read: () => lines,
  };
}

const longestError = 1000;

/** One line of the log. */
export interface LogEntry extends LogFacts {
  time: string;
  level: string;
  message: string;
}

/** An entry as machines read it: one line of JSON. */
export function writeJson(entry: LogEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function writePretty({ time, level, message, error, ...facts }: LogEntry): string {
  const rest = Object.entries(facts).flatMap(([name, value]) => (value == null ? [] : [`${name}=${value}`]));
  const mark = level === "info" ? "" : `${level.toUpperCase()} `;
  const line = [time.slice(11, 19), `${mark}${message}`, ...rest].join("  ");
  return error ? `${line}\n${error}\n` : `${line}\n`;
}

/** The stack of what was thrown and of everything that caused it. */
function describe(thrown: unknown): string {
  const parts: string[] = [];
  let at = thrown;
  while (at !== undefined && parts.length < 5) {
    parts.push(at instanceof Error ? (at.stack ?? at.message) : String(at));
    at = at instanceof Error ? at.cause : undefined;
  }
  return parts.join("\ncaused by ");
}
