/** What is said in channels beside answers. */
export interface ChannelWords {
  /** Tells people that a machine answers. */
  disclosure: string;
  /** Stands behind an app's name while an answer is written. */
  isWriting: string;
  phone: PhoneWords;
}

/** What is said on the telephone beside answers, and what is needed to hear and speak. `{name}` is the agent's. */
export interface PhoneWords {
  /** How providers name the language. */
  tag: string;
  /** Whole sentences by which somebody asks not to be called again, without their punctuation. */
  asksNoCalls: RegExp;
  greeting: string;
  transfer: string;
  voicemail: string;
  noWords: string;
  thanks: string;
  problem: string;
  unavailable: string;
  limit: string;
  machine: string;
  optedOut: string;
}
