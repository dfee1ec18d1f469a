/** How long what is reported is not reported again. */
const againAfterMs = 60 * 60_000;

interface Options {
  now: () => number;
  report: (error: unknown) => void;
}

/** Agents whose events one reader of this process can't read. */
export interface Unreadable {
  /** Begins a look at all agents. */
  beginLook(): UnreadableLook;
}

export interface UnreadableLook {
  /** An agent's events could not be read. */
  note(agentId: string, error: unknown): void;
  /** Rows not noted in this check are readable, or has nothing left to read. */
  end(): void;
}

interface Fault {
  reportedAt: number;
  /** How many looks found the same since. */
  looks: number;
}

/** Reports an agent when it begins to be unreadable, and each hour for as long as it is: readers look every second. */
export function createUnreadable({ now, report }: Options): Unreadable {
  let known = new Map<string, Fault>();

  return {
    beginLook() {
      const found = new Map<string, Fault>();
      return {
        note(agentId, error) {
          if (found.has(agentId)) return;
          const { reportedAt, looks } = known.get(agentId) ?? { reportedAt: -Infinity, looks: 0 };
          if (now() - reportedAt < againAfterMs) {
            found.set(agentId, { reportedAt, looks: looks + 1 });
            return;
          }
          found.set(agentId, { reportedAt: now(), looks: 0 });
          const since = looks > 0 ? `, as in ${looks} looks since this was reported` : "";
          report(new Error(`The events of agent ${agentId} can't be read${since}.`, { cause: error }));
        },
        end: () => void (known = found),
      };
    },
  };
}
