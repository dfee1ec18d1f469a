/** A process of its own, full of widgets, that does what its parent tells it. */
import { widgetCommands } from "./widgetCommands.ts";
import type { Told } from "./widgetProcesses.ts";

process.on("message", ({ id, command, input }: Told) => {
  const run = widgetCommands[command] as (input: unknown) => Promise<unknown>; // the parent's types hold input and command together
  run(input).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
