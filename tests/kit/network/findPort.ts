import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** A port of this machine on which nobody listens, for programs that can't say which one they took. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}
