export * from "./activity-log.ts";
export * from "./jobs.ts";
export * from "./mail.ts";
export * from "./messages.ts";
export * from "./reports.ts";
export * from "./settings.ts";
export * from "./system.ts";
