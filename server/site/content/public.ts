export { createContentReader } from "./current-content.ts";
export { cleanUpMailingList } from "../mailing-list.ts";
