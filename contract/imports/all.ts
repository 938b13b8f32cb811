export * from "./imports.ts";
export * from "./undo-import.ts";
