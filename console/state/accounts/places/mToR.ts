import { statesOf } from "./statesOf.ts";

export default statesOf("M", "R");
