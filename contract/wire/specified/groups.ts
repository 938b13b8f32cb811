export * as done from "./done.ts";
export * as field from "./field.ts";
export * as trouble from "./trouble.ts";
export * as confirm from "./confirm.ts";
export * as empty from "./empty.ts";
