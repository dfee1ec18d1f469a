/** How long a model may be silent, and how often it is asked. */
export interface ModelLimits {
  /** Until its first word. */
  firstByteMs: number;
  /** Between two pieces, once it has begun. */
  betweenBytesMs: number;
  /** For the whole of one answer. */
  longestMs: number;
  /** Tries after the first, and only as long as no word has come. */
  retries: number;
  /** A longer wait than this, asked for by Retry-After, is not waited. */
  longestWaitMs: number;
  /** No further try begins once the visitor has waited this long. */
  patienceMs: number;
  /** The longest answer that is kept; what is longer is cut there. */
  maxCharacters: number;
  /** The most tools that a model may ask for at once; more are ignored. */
  maxCalls: number;
  /** What a provider may send for one answer, bookkeeping included. */
  maxBytes: number;
}

export const modelLimits: ModelLimits = {
  firstByteMs: 30_000,
  betweenBytesMs: 20_000,
  longestMs: 180_000,
  retries: 2,
  longestWaitMs: 20_000,
  patienceMs: 45_000,
  maxCharacters: 32_000,
  maxCalls: 64,
  maxBytes: 16_000_000,
};
