/** Where somebody who has just logged in belongs. */
export function landingOf({ userId, userTypeId }: { userId: number; userTypeId: number }): string {
  return userTypeId === userTypes.admin ? "/admin/dashboard" : `/user/account/${userId}`;
}
import { userTypes } from "#contract/codes.ts";
