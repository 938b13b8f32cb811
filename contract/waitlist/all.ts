export * from "./reservations.ts";
export * from "./stock-reasons.ts";
export * from "./waitlist.ts";
