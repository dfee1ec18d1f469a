import { statesOf } from "./statesOf.ts";

export default statesOf("S", "T");
