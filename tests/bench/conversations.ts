/** `npm run bench:conversations`: what the pipeline adds to a provider's first word, and 64 conversations at once. */
import { endServers } from "../kit/processes/runServer.ts";
import { measureConversations } from "./measureConversations.ts";

const passages = 10_000;

try {
  console.log(JSON.stringify(await measureConversations(passages), null, 2));
} finally {
  await endServers();
}
