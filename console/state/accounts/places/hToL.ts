import { statesOf } from "./statesOf.ts";

export default statesOf("H", "L");
