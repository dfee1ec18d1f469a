import { proxy } from "valtio";

/** Whether a link led to a conversation that is not there, so that the list shows in its place. */
export const goneThread = proxy({ isTold: false });
