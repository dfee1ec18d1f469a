import type { BrowserContext, BrowserContextOptions } from "playwright";
import { expect } from "vitest";
import { buildIfMissing, distFolder } from "../../../server/build.ts";
import { listen } from "../../../server/http/listen.ts";
import { launch, type RunningChromium } from "./chromium.ts";
import type { Member } from "../factories.ts";
import type { TestServerOptions } from "../server.ts";
import { stores } from "../database/stores.ts";
import { startTalkingServer, type TalkingServer } from "../conversations/threads/talks.ts";
import { takeCookies } from "./signIn.ts";

/** A server of this process, whose clock and providers are the test's, and a browser that reaches it. */
export interface BrowserApp {
  talk: TalkingServer;
  chromium: RunningChromium;
  /** Where the server is; browsers take localhost for secure. */
  origin: string;
  /** A browser in which somebody of the team is signed in. */
  enter(member: Member, options?: BrowserContextOptions): Promise<BrowserContext>;
  stop(): Promise<void>;
}

interface Options extends Omit<TestServerOptions, "store" | "distDir"> {
  /** For Chromium itself. */
  args?: string[];
}

export async function openBrowserApp({ args = [], ...options }: Options = {}): Promise<BrowserApp> {
  buildIfMissing();
  const [store = expect.fail("no store")] = stores();
  const talk = await startTalkingServer(store, { ...options, distDir: distFolder });
  const { app } = talk.server.app;
  const listening = await listen({ app, host: "127.0.0.1", port: 0, report: () => undefined });
  const origin = `http://localhost:${listening.port}`;
  const chromium = await launch({ args });
  return {
    ...{ talk, chromium, origin },
    async enter(member, given = {}) {
      const viewport = { width: 1440, height: 900 };
      const context = await chromium.browser.newContext({ viewport, ...given });
      await takeCookies(context, { cookie: member.cookie, url: origin });
      return context;
    },
    async stop() {
      await chromium.close();
      await listening.stop(1000);
    },
  };
}
