export * from "./accounts.ts";
export * from "./borrower-files.ts";
export * from "./borrowers.ts";
export * from "./calendars.ts";
export * from "./own-account.ts";
export * from "./schools.ts";
export * from "./staff.ts";
