export * from "./claims.ts";
export * from "./inventory-counts.ts";
export * from "./packing.ts";
export * from "./returns.ts";
export * from "./search.ts";
