// Choices that add up to one number: each is a bit of it, and a choice that stands for all is all their bits.

/** Whether a choice is among those of a mask: the one that stands for all only when none is missing. */
export function isChosen(mask: number, choice: number): boolean {
  return (mask & choice) === choice;
}

/** The mask after the box of one of the choices was pressed. The one that stands for all sets every bit, or none. */
export function toggleChoice(mask: number, choice: number, choices: readonly number[]): number {
  const full = choices.reduce((all, each) => all | each, 0);
  if (choice === full) return isChosen(mask, full) ? 0 : full;
  return (mask & full) ^ choice;
}
