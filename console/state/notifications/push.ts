import { proxy } from "valtio";
import type { BodyOf } from "../../../shared/contract/call.ts";
import type { PushState } from "../../../shared/contract/notifications/push.ts";
import {
  addPushDevice,
  getPush,
  removePushDevice,
  updatePush,
} from "../../../shared/contract/notifications/push.ts";
import { client } from "../platform/client.ts";
import { isApple, isInstalled } from "../shell/installing.ts";
import { createResource, fill, load } from "../platform/resource.ts";
import { startWorker } from "../platform/worker.ts";

/**
 * Whether this browser tells by push. `needsInstall`: an iPhone or iPad, which does so only for installed apps.
 * `denied`: its user said no, and only its own settings say yes again.
 */
export type PushHere = "unsupported" | "needsInstall" | "denied" | "off" | "on";

/** What the signed-in user is told of in the organization, and where. */
export const push = createResource<PushState>();
/** How it is in this browser. */
export const pushHere = proxy<{ state: PushHere }>({ state: "off" });

export async function loadPush(orgId: string): Promise<void> {
  await load(push, async () => (await client.call(getPush, { params: { orgId } })).data);
  await lookHere();
}

/** Asks the browser's user, and has this browser told from then on. Only ever called by somebody's press. */
export async function turnPushOn(orgId: string): Promise<void> {
  // First of all: some browsers let a page ask only in the very moment of the press.
  if ((await Notification.requestPermission()) === "granted") {
    const subscription = await subscribe(push.data?.publicKey ?? "");
    const { endpoint = "", keys } = subscription.toJSON();
    const data = { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
    fill(push, (await client.call(addPushDevice, { params: { orgId }, body: { data } })).data);
  }
  await lookHere();
}

/** Ends it here; the browser's own subscription stays, other organizations may use it. */
export async function turnPushOff(orgId: string): Promise<void> {
  const here = push.data?.devices.find(({ isCurrent }) => isCurrent);
  if (here) await dropPushDevice(orgId, here.id);
}

export async function dropPushDevice(orgId: string, deviceId: string): Promise<void> {
  await client.call(removePushDevice, { params: { orgId, deviceId } });
  if (push.data) push.data.devices = push.data.devices.filter(({ id }) => id !== deviceId);
  await lookHere();
}

export async function changePush(orgId: string, data: BodyOf<typeof updatePush>["data"]): Promise<void> {
  fill(push, (await client.call(updatePush, { params: { orgId }, body: { data } })).data);
}

async function lookHere(): Promise<void> {
  pushHere.state = await readHere();
}

async function readHere(): Promise<PushHere> {
  if (!canPush()) return isApple() && !isInstalled() ? "needsInstall" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const isKnown = push.data?.devices.some(({ isCurrent }) => isCurrent) === true;
  if (!isKnown || Notification.permission !== "granted") return "off";
  // A session has one device: whichever of the inbox's addresses it was turned on at, this browser rings.
  const workers = await navigator.serviceWorker.getRegistrations();
  const found = await Promise.all(workers.map(({ pushManager }) => pushManager.getSubscription()));
  return found.some(Boolean) ? "on" : "off";
}

function canPush(): boolean {
  return (
    window.isSecureContext &&
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window
  );
}

async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const worker = await startWorker();
  if (!worker) throw new Error("This browser has no service worker.");
  await untilActive(worker);
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await worker.pushManager.subscribe(options);
  } catch (thrown) {
    // It is subscribed with the key of another installation that was at this address.
    const before = await worker.pushManager.getSubscription();
    if (!before) throw thrown;
    await before.unsubscribe();
    return worker.pushManager.subscribe(options);
  }
}

/** A worker that was just installed can't subscribe before it runs. */
async function untilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active || !coming) return;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (coming.state === "activated" || coming.state === "redundant") resolve();
    };
    coming.addEventListener("statechange", check);
    check();
  });
}
