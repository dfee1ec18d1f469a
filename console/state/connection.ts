import { proxy } from "valtio";

/** Whether the server answered last time; the banner follows it. */
export const connection = proxy({ isReachable: true });
