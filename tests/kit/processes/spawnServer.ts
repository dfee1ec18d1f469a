import { afterFile } from "../afterFile.ts";
import { endServers, runServer, type RunningServer, type RunOptions } from "./runServer.ts";

/** The real server in a process of its own, which ends after the test file. */
export type SpawnedServer = RunningServer;

afterFile(endServers);

/** Starts the real server on a free port and an empty folder, and resolves when it says that it is ready. */
export function spawnServer(options: RunOptions = {}): Promise<SpawnedServer> {
  return runServer(options);
}
