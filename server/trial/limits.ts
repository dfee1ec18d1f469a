const dayMs = 24 * 60 * 60_000;

/** How long a tried agent is there, and how many there can be: what strangers may cost an operator. */
export const trialLimits = {
  hours: 24,
  /** From one network within a day. */
  perNetwork: 3,
  /** From everybody within a day. */
  perDay: 100,
  /** At one time. */
  inAll: 200,
  pages: 25,
  withinMs: dayMs,
};
