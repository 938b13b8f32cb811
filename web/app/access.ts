import { includesRole, type StaffRole } from "#contract/people/roles.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { destinationOf } from "#web/people/login/return-path.ts";

/** A page's access rule. A "login page" is for logged-out visitors; an "offline" page needs no server. */
export type Guard = "anyone" | "login page" | "offline" | "user" | "admin" | "user or admin";

export type Visitor = { userId: number; userTypeId: number; role: StaffRole | null } | null;

export type Decision = { open: true } | { open: false; to: string; title?: string; message?: string };

/** Returns whether a path is on the admin side, by its first segment (clarification 1.4). */
export function isAdminPath(pathname: string): boolean {
  return pathname.toLowerCase().split("/").find(Boolean) === "admin";
}

export function loginPathOf(pathname: string): string {
  return isAdminPath(pathname) ? "/admin/login" : "/user/login";
}

/** Decides whether a visitor may open a page. `role` is a staff page's lowest role; `search` may name the next page. */
export function decideAccess(
  guard: Guard,
  pathname: string,
  visitor: Visitor,
  role: StaffRole = "clerk",
  search = "",
): Decision {
  if (guard === "anyone" || guard === "offline") return { open: true };
  if (guard === "login page") return visitor ? { open: false, to: destinationOf(search, visitor) } : { open: true };
  if (!visitor) return { open: false, to: loginPathOf(pathname), message: messages.trouble.mustLogin };
  const isAdmin = visitor.userTypeId === userTypes.admin;
  if (guard === "admin" && !isAdmin) {
    return { open: false, to: "/home", title: messages.trouble.redirectedToHome, message: messages.trouble.noAccess };
  }
  if ((guard === "user" && isAdmin) || (guard === "admin" && !(visitor.role && includesRole(visitor.role, role)))) {
    const title = messages.trouble.redirectedToDashboard;
    return { open: false, to: "/admin/dashboard", title, message: messages.trouble.noAccess };
  }
  return { open: true };
}
