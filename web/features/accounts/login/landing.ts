/** The landing page after login. */
export function landingOf({ userId, userTypeId }: { userId: number; userTypeId: number }): string {
  return userTypeId === userTypes.admin ? "/admin/dashboard" : `/user/account/${userId}`;
}
import { userTypes } from "#contract/codes.ts";
