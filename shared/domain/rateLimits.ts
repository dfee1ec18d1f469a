export interface RateLimit {
  /** How many at once; then one more each time `oneMoreEveryMs` has passed. */
  burst: number;
  oneMoreEveryMs: number;
  /** Counted by all processes together: it guards guesses, mails or money. The others guard each process's own room. */
  isShared?: true;
}

const minute = 60_000;

/**
 * The limits that calls name, counted by address or visitor. In 15 minutes a key gets its burst and what grows back:
 * 5 + 5 tries to sign in, as many as safety allows.
 */
const callLimits = {
  signIn: { burst: 5, oneMoreEveryMs: 3 * minute, isShared: true },
  forgotPassword: { burst: 5, oneMoreEveryMs: 3 * minute, isShared: true },
  code: { burst: 5, oneMoreEveryMs: 3 * minute, isShared: true },
  signInByProvider: { burst: 60, oneMoreEveryMs: minute / 30 },
  publicRead: { burst: 600, oneMoreEveryMs: minute / 600 },
  openSession: { burst: 60, oneMoreEveryMs: minute / 30 },
  send: { burst: 200, oneMoreEveryMs: minute / 200 },
  upload: { burst: 600, oneMoreEveryMs: minute / 120 },
  publicUpload: { burst: 10, oneMoreEveryMs: 3 * minute },
  checkPage: { burst: 10, oneMoreEveryMs: minute / 10 },
  checkKey: { burst: 20, oneMoreEveryMs: minute / 10 },
  generate: { burst: 20, oneMoreEveryMs: minute / 10, isShared: true },
  syncByWebhook: { burst: 60, oneMoreEveryMs: minute / 60 },
  invite: { burst: 100, oneMoreEveryMs: minute / 10, isShared: true },
  tryAgent: { burst: 120, oneMoreEveryMs: minute / 60 },
  typing: { burst: 600, oneMoreEveryMs: minute / 600 },
} satisfies Record<string, RateLimit>;

export type CallLimit = keyof typeof callLimits;

/** What is counted beside them: by session, by token, by organization, and for all calls. */
const otherLimits = {
  guess: { burst: 2, oneMoreEveryMs: 10 * minute, isShared: true },
  inviteByOrganization: { burst: 100, oneMoreEveryMs: 6 * minute, isShared: true },
  proof: { burst: 5, oneMoreEveryMs: 3 * minute, isShared: true },
  sendBySession: { burst: 20, oneMoreEveryMs: minute / 20 },
  uploadBySession: { burst: 300, oneMoreEveryMs: minute / 60 },
  syncByOneWebhook: { burst: 10, oneMoreEveryMs: minute / 2 },
  avatarBySession: { burst: 5, oneMoreEveryMs: 2 * minute, isShared: true },
  avatarByAgent: { burst: 20, oneMoreEveryMs: minute, isShared: true },
  mailByAgent: { burst: 60, oneMoreEveryMs: minute, isShared: true },
  eventByConnection: { burst: 300, oneMoreEveryMs: minute / 300 },
  tryAgentBySession: { burst: 30, oneMoreEveryMs: minute / 20 },
  session: { burst: 600, oneMoreEveryMs: minute / 1200 },
  apiKey: { burst: 300, oneMoreEveryMs: minute / 600 },
  /** Bounded where the operator says so. */
  organization: { burst: Infinity, oneMoreEveryMs: minute },
  address: { burst: 3000, oneMoreEveryMs: minute / 6000 },
} satisfies Record<string, RateLimit>;

/** All limits. */
export const rateLimits = { ...callLimits, ...otherLimits };

/** What is counted. */
export type Counted = keyof typeof rateLimits;

/** The limits that hold for each session beside its address: an office of many people has one address. */
export const sessionLimits: Partial<Record<CallLimit, Counted>> = {
  send: "sendBySession",
  upload: "uploadBySession",
  tryAgent: "tryAgentBySession",
};
