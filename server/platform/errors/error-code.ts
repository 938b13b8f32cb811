/** The code of a system's or driver's error, such as "ENOENT"; undefined for others. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
