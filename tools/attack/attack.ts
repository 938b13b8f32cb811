/**
 * What an attack is given: how long it may take, after how many requests it may end, what its chance begins with, and whether other
 * programs use the machine at the same time.
 */
export type AttackOptions = { seconds: number; requests: number; seed: number; isShared: boolean };

/** What it tells: figures to print, and all that must not be. */
export type Outcome = { figures: object; wrong: readonly string[] };
