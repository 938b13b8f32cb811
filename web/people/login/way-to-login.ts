import { isStaffPath, loginAddress, returnPath } from "./return-path.ts";

/** Passes the return path of this page on to another page before the login. */
export function withReturnPath(path: string, search: string): string {
  const next = returnPath(search);
  return next === undefined ? path : loginAddress(path, next);
}

/** Returns the login page that fits the return path: staff or borrowers. */
export function loginPageFor(search: string): string {
  return withReturnPath(isStaffPath(returnPath(search) ?? "") ? "/admin/login" : "/user/login", search);
}
