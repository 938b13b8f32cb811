import { HttpError } from "./http-error.ts";

/** Returns the row, or throws 404 for one that is missing or belongs to someone else. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new HttpError(404);
  return row;
}
