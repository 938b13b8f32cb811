export { addUpCopiesToLabel } from "./labels.queries.ts";
