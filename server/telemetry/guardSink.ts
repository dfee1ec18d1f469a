import type { Sink } from "./sink.ts";

/** A sink whose faults never reach the work that it is told of. The first fault is reported; the rest would flood the log. */
export function guardSink(sink: Sink, report: (error: unknown) => void): Sink {
  let isReported = false;
  const note = (error: unknown) => {
    if (!isReported) report(error);
    isReported = true;
  };
  const guard = <Given extends unknown[]>(tell: ((...given: Given) => void) | undefined) =>
    tell &&
    ((...given: Given) => {
      try {
        tell(...given);
      } catch (error) {
        note(error);
      }
    });
  const { around } = sink;
  const told = {
    ended: guard(sink.ended?.bind(sink)),
    statement: guard(sink.statement?.bind(sink)),
    streams: guard(sink.streams?.bind(sink)),
  };
  return {
    ...Object.fromEntries(Object.entries(told).filter(([, tell]) => tell !== undefined)),
    ...(around && {
      async around(work, ofWork, act) {
        let acting: ReturnType<typeof act> | undefined;
        const once = () => (acting ??= act());
        try {
          await around.call(sink, work, ofWork, once);
        } catch (error) {
          // The work's own fault comes through here too, and is thrown below.
          const own: unknown = await once().then(
            () => undefined,
            (fault: unknown) => fault,
          );
          if (own !== error) note(error);
        }
        return once();
      },
    }),
    ...(sink.stop && { stop: () => sink.stop?.().catch(note) ?? Promise.resolve() }),
  };
}
