import { proxy, ref } from "valtio";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { noteError } from "../notifications/notices.ts";

/**
 * Something that is read from the server, in the four states a screen draws. While it is read again, and when that
 * fails, what was there stays: `data` is what to show, `status` what to say about it.
 */
export interface Resource<T> {
  status: "idle" | "loading" | "ready" | "failed";
  data: T | null;
  error: RequestError | null;
}

/** Makes a resource that nothing was read into yet. */
export function createResource<T>(): Resource<T> {
  return proxy<Resource<T>>({ status: "idle", data: null, error: null });
}

const newestReading = new WeakMap<object, symbol>();

/** Reads into a resource. Of two readings at once the later one counts. Never throws: the error is in it. */
export async function load<T>(resource: Resource<T>, read: () => Promise<T>): Promise<void> {
  const reading = Symbol("reading");
  newestReading.set(resource, reading);
  resource.status = "loading";
  try {
    const data = await read();
    if (newestReading.get(resource) !== reading) return;
    Object.assign(resource, { status: "ready", data, error: null });
  } catch (thrown) {
    if (newestReading.get(resource) !== reading) return;
    const error = toRequestError(thrown);
    if (error.code === "cancelled") resource.status = resource.data ? "ready" : "idle";
    else Object.assign(resource, { status: "failed", error: ref(error) });
    // What is not there or not allowed is the page's own picture and no news.
    if (error.code !== "forbidden" && error.code !== "not_found") noteError(error);
  }
}

/** Reads as `load` does; what goes wrong is logged too, and thrown to the caller (specification 8). */
export async function loadOrThrow<T>(resource: Resource<T>, read: () => Promise<T>): Promise<void> {
  await load(resource, read);
  if (resource.status !== "failed" || !resource.error) return;
  console.error(resource.error.message);
  throw resource.error;
}

/** For screens that draw a resource: the error of such a reading is in it and is drawn from there. */
export function drawn(reading: Promise<void>): void {
  reading.catch(() => undefined);
}

/** Puts data in without reading: an answer that a change gave back. */
export function fill<T>(resource: Resource<T>, data: T): void {
  newestReading.delete(resource);
  Object.assign(resource, { status: "ready", data, error: null });
}

/** Forgets what was read. */
export function reset<T>(resource: Resource<T>): void {
  newestReading.delete(resource);
  Object.assign(resource, { status: "idle", data: null, error: null });
}

/** Something with whose it is, so that nothing of another flashes up. */
export type Of<T> = T & { of: string };

/** Empties a resource that holds what is another's. */
export function resetUnlessOf<T>(resource: Resource<Of<T>>, of: string): void {
  if (resource.data && resource.data.of !== of) reset(resource);
}
