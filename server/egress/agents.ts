import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent, globalAgent } from "node:https";
import { Socket } from "node:net";

/** How long an unused connection to the operator's own addresses is kept; servers close it about then. */
const keptMs = 4000;
/**
 * The most that one look at a connection gives. With hundreds of answers at once each connection keeps this much ready.
 */
const mostRead = 16 * 1024;

interface AgentOptions {
  keepAlive?: boolean;
  timeout?: number;
  proxyEnv?: typeof globalAgent.options.proxyEnv;
}

/** Makes an agent whose connections are read no further from the moment that they are paused. */
export function makeAgent(protocol: string, options: AgentOptions = {}): HttpAgent {
  const agent = protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (given, callback) => {
    const withBuffer = { ...given, onread: { buffer: Buffer.allocUnsafeSlow(mostRead), callback: take } };
    const connection = connect(withBuffer, callback);
    /** Without a buffer of our own Node reads on after a pause, piece by piece, until it holds 64 kB. */
    function take(size: number, bytes: Uint8Array): boolean {
      if (connection instanceof Socket) connection.push(Buffer.from(bytes.subarray(0, size)));
      return true;
    }
    return connection;
  };
  return agent;
}

/** Proxies are asked where the platform was told to (NODE_USE_ENV_PROXY), as by its own fetch. */
const kept = { keepAlive: true, timeout: keptMs, proxyEnv: globalAgent.options.proxyEnv };

/** For the operator's own addresses, by protocol. */
export const operatorAgents = { "http:": makeAgent("http:", kept), "https:": makeAgent("https:", kept) };
