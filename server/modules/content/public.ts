export { createContentReader } from "./current-content.ts";
export { sweepMailingList } from "./mailing-list/subscribe.ts";
