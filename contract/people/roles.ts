/** What staff may do, the least first: each role includes those before it. The specification's Admin is the manager. */
export const staffRoles = ["volunteer", "clerk", "manager"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Whether this text names a role: a call's access does when it is for staff alone. */
export function isStaffRole(text: string): text is StaffRole {
  return staffRoles.some((role) => role === text);
}

/** A stored role; null for who is no staff. */
export function staffRoleOf(stored: string | null): StaffRole | null {
  return stored !== null && isStaffRole(stored) ? stored : null;
}

export function includesRole(role: StaffRole, least: StaffRole): boolean {
  return staffRoles.indexOf(role) >= staffRoles.indexOf(least);
}

export const scanSignals = ["sound", "vibration"] as const;
export type ScanSignal = (typeof scanSignals)[number];
