import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { widgetCommands } from "./widgetCommands.ts";

type Commands = typeof widgetCommands;
type Command = keyof Commands;
type Input<Name extends Command> = Parameters<Commands[Name]>[0];
type Value<Name extends Command> = Awaited<ReturnType<Commands[Name]>>;

/** What a process is told over its channel. */
export interface Told {
  id: number;
  command: Command;
  input: unknown;
}

/** Processes full of widgets, which keep their work off the server's own thread. */
export interface WidgetProcesses {
  /** Tells every process the same, or what `input` gives for it, and gives what each of them answers. */
  tell<Name extends Command>(
    command: Name,
    input?: Input<Name> | ((index: number) => Input<Name>),
  ): Promise<Value<Name>[]>;
  end(): void;
}

export function startWidgetProcesses(count: number): WidgetProcesses {
  const children = Array.from({ length: count }, () =>
    fork(join(import.meta.dirname, "widgetProcess.ts"), { serialization: "advanced" }),
  );
  let ids = 0;
  return {
    tell: <Name extends Command>(command: Name, input?: Input<Name> | ((index: number) => Input<Name>)) =>
      Promise.all(
        children.map((child, index) => {
          const given = typeof input === "function" ? input(index) : input;
          return tellOne<Value<Name>>(child, { id: (ids += 1), command, input: given });
        }),
      ),
    end: () => children.forEach((child) => child.kill("SIGKILL")),
  };
}

function tellOne<Value>(child: ChildProcess, told: Told): Promise<Value> {
  return new Promise((resolve, reject) => {
    const hear = (heard: { id: number; value: Value; error?: string }) => {
      if (heard.id !== told.id) return;
      child.off("message", hear);
      child.off("exit", gone);
      if (heard.error === undefined) resolve(heard.value);
      else reject(new Error(heard.error));
    };
    const gone = () => reject(new Error("A process full of widgets has ended."));
    child.on("message", hear);
    child.on("exit", gone);
    child.send(told);
  });
}

/** How many of all a process gets, and the number of its first. */
export function shareOf(all: number, processes: number, index: number): { count: number; from: number } {
  const from = Math.floor((all * index) / processes);
  return { from, count: Math.floor((all * (index + 1)) / processes) - from };
}
