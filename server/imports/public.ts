export type * from "./import-kind.ts";
export { removeRecords, writeUnused } from "./imported-records.queries.ts";
export { type ImportRow, lockMeanings, writeMeanings } from "./imports.queries.ts";
export { runImportProcess } from "./own-process.ts";
export { draftsAfter, markFaulty } from "./rows.queries.ts";
