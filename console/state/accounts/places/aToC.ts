import { statesOf } from "./statesOf.ts";

export default statesOf("A", "C");
