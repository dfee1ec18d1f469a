/**
 * What the suite starts for each scenario of clients: it asks the process that has our client loaded, for the suite starts
 * dozens of these at once. It ends as the scenario did.
 */
import { request } from "node:http";

const asking = request({ port: process.env.CONFORMANCE_PORT, method: "POST" }, (answer) => {
  answer.pipe(process.stderr);
  answer.on("end", () => process.exit(answer.statusCode === 200 ? 0 : 1));
});
asking.end(
  JSON.stringify({ url: process.argv.at(-1), context: process.env.MCP_CONFORMANCE_CONTEXT ?? "{}" }),
);
