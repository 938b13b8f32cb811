import { isOfStaff, loginAddress, returnPath } from "./return-path.ts";

/** Another page on the way to the login, with the return path of this one. */
export function keepingReturn(path: string, search: string): string {
  const next = returnPath(search);
  return next === undefined ? path : loginAddress(path, next);
}

/** The login page of who wanted to be there, with the return path. */
export function loginBefore(search: string): string {
  return keepingReturn(isOfStaff(returnPath(search) ?? "") ? "/admin/login" : "/user/login", search);
}
