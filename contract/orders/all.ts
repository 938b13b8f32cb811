export * from "./callers.ts";
export * from "./cart.ts";
export * from "./loan-files.ts";
export * from "./order-changes.ts";
export * from "./orders.ts";
export * from "./reminders.ts";
export * from "./title-days.ts";
export * from "./way-back.ts";
