import { statesOf } from "./statesOf.ts";

export default statesOf("D", "G");
