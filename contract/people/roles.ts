/** Each role includes those before it. The specification's Admin is the manager. */
export const staffRoles = ["volunteer", "clerk", "manager"] as const;
export type StaffRole = (typeof staffRoles)[number];

export function isStaffRole(text: string): text is StaffRole {
  return staffRoles.some((role) => role === text);
}

/** Returns the stored role, or null for non-staff. */
export function staffRoleOf(stored: string | null): StaffRole | null {
  return stored !== null && isStaffRole(stored) ? stored : null;
}

export function includesRole(role: StaffRole, minRole: StaffRole): boolean {
  return staffRoles.indexOf(role) >= staffRoles.indexOf(minRole);
}

export const scanSignals = ["sound", "vibration"] as const;
export type ScanSignal = (typeof scanSignals)[number];
