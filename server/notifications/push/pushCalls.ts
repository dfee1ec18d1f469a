import { ECDH } from "node:crypto";
import {
  addPushDevice,
  getPush,
  removePushDevice,
  updatePush,
} from "../../../shared/contract/notifications/push.ts";
import type { PushState } from "../../../shared/contract/notifications/push.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { describeDevice } from "../../accounts/device.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import { EgressError } from "../../egress/EgressError.ts";
import type { PushDeps } from "./deps.ts";
import { addDevice, listDevices, removeDevice } from "./devices.ts";
import { readPushKeys } from "./keys.ts";
import { readPushSettings, readSaidSettings, writePushSettings } from "../settings.ts";

/** The calls by which somebody says where and of what they are told by push. */
export function pushRoutes(deps: PushDeps): Route[] {
  const { db } = deps.store;

  async function present(caller: MemberCaller): Promise<{ data: PushState }> {
    const { publicKey } = await readPushKeys(deps);
    const settings = await readPushSettings(db, caller);
    const devices = (await listDevices(db, caller)).map(
      ({ id, device, createdAt, lastSentAt, sessionId }) => ({
        ...{ id, device, createdAt, lastSentAt },
        isCurrent: sessionId === caller.sessionId,
      }),
    );
    return { data: { publicKey, ...settings, devices } };
  }

  return [
    handle(getPush, ({ caller }) => present(caller)),

    handle(updatePush, async ({ caller, body }) => {
      const before = await readSaidSettings(db, caller);
      await writePushSettings(db, caller, { ...before, ...body.data });
      return present(caller);
    }),

    handle(addPushDevice, async ({ caller, body, request }) => {
      const subscription = body.data;
      checkKey(subscription.keys.p256dh);
      await check(deps, subscription.endpoint);
      const { organizationId, userId, sessionId } = caller;
      const device = describeDevice(request.headers.get("user-agent") ?? "");
      await deps.store.transaction((tx) =>
        addDevice(deps, tx, { organizationId, userId, sessionId, subscription, device }),
      );
      return present(caller);
    }),

    handle(removePushDevice, async ({ caller, params }) => {
      await removeDevice(db, { ...caller, deviceId: params.deviceId });
      return undefined;
    }),
  ];
}

/** Refuses what is no point of the curve: nothing could ever be sealed for it. */
function checkKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
  } catch {
    throw refuse("keys.p256dh", "This is no public key of a browser.");
  }
}

/** Refuses an address that nothing is sent to; what travels is encrypted, and the token beside it wants https. */
async function check({ egress }: PushDeps, endpoint: string): Promise<void> {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== "https:" && hostname !== "127.0.0.1")
    throw refuse("endpoint", "Use an address that begins with https://.");
  await egress.check(endpoint).catch((error: unknown) => {
    throw error instanceof EgressError ? refuse("endpoint", error.message) : error;
  });
}

function refuse(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
