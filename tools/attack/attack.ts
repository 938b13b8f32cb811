/** What an attack is given: how long it may take, and what its chance begins with. */
export type AttackOptions = { seconds: number; seed: number };

/** What it tells: figures to print, and all that must not be. */
export type Outcome = { figures: object; wrong: readonly string[] };
