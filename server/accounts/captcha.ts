import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";
import { challenge, getChallenge, solved } from "../../shared/contract/accounts/captcha.ts";
import type { Solved } from "../../shared/contract/accounts/captcha.ts";
import { captchaHeader } from "../../shared/domain/captcha.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";

export interface CaptchaDeps {
  store: Store;
  /** Signs the challenges, so that none of them is kept until it is used. */
  key: Uint8Array;
  isOn: boolean;
  now: () => number;
}

export interface Captcha {
  name: string;
  routes: Route[];
  /** Throws unless the request carries the answer to a challenge of ours that was not used before. */
  check(headers: Headers): Promise<void>;
}

const lastsMs = 5 * 60_000;
/** The derivations of a try, and the range of tries: half a second for a browser on average, nothing for us. */
const cost = 1000;
const fewestTries = 250;
const mostTries = 750;

/** The captcha: a proof of work that the browser does by itself, so that nobody has to see, hear or read anything. */
export function createCaptcha({ store, key, isOn, now }: CaptchaDeps): Captcha {
  const secret = Buffer.from(key).toString("hex");
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}:key` };

  return {
    name: "captcha",
    routes: [
      handle(getChallenge, async () => {
        if (!isOn) throw new AppError("not_found");
        const made = await createChallenge({
          algorithm: "PBKDF2/SHA-256",
          cost,
          counter: randomInt(fewestTries, mostTries),
          deriveKey,
          expiresAt: Math.ceil((now() + lastsMs) / 1000),
          ...secrets,
        });
        return v.parse(challenge, made);
      }),
    ],

    async check(headers) {
      if (!isOn) return;
      const { challenge: given, solution } = readSolved(headers.get(captchaHeader));
      const { expiresAt, nonce } = given.parameters;
      if (expiresAt * 1000 < now()) throw new AppError("captcha_expired");
      const { verified } = await verifySolution({ challenge: given, solution, deriveKey, ...secrets });
      if (!verified) throw new AppError("captcha_refused");
      await rememberUse(store, { nonce, expiresAt: expiresAt * 1000 });
    },
  };
}

function readSolved(header: string | null): Solved {
  if (!header) throw new AppError("captcha_needed");
  try {
    return v.parse(solved, JSON.parse(Buffer.from(header, "base64").toString("utf8")));
  } catch {
    throw new AppError("captcha_refused");
  }
}

/** Beside the nonces of signed writes, which are swept by the same rule; no session has this name. */
async function rememberUse(store: Store, { nonce, expiresAt }: { nonce: string; expiresAt: number }) {
  try {
    await store.db.insertInto("nonces").values({ sessionId: "captcha", nonce, expiresAt }).execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("captcha_refused");
    throw error;
  }
}
