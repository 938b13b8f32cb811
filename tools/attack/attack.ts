/** What an attack is given: how long it may take, after how many requests it may end, and what its chance begins with. */
export type AttackOptions = { seconds: number; requests: number; seed: number };

/** What it tells: figures to print, and all that must not be. */
export type Outcome = { figures: object; wrong: readonly string[] };
