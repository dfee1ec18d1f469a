/**
 * Loaded into a server with `--import`: at each SIGUSR2 it writes a line with the longest time since the last one for
 * which the event loop was held up, and starts over.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolution = 5;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();
process.on("SIGUSR2", () => {
  // The delay has the timer's own pause in it.
  const longestMs = Math.max(0, delay.max / 1e6 - resolution);
  delay.reset();
  process.stdout.write(`${JSON.stringify({ longestMs })}\n`);
});
