/** What an attack is given: how long it may take, and what its random choices begin with. */
export type AttackOptions = { seconds: number; seed: number };

/** `figures` to print, and everything that is `wrong`. */
export type Outcome = { figures: object; wrong: readonly string[] };
