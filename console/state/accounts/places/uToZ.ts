import { statesOf } from "./statesOf.ts";

export default statesOf("U", "Z");
