import { HttpError } from "./http-error.ts";

/** The row that was found, or 404 for what is missing and for what is somebody else's. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new HttpError(404);
  return row;
}
