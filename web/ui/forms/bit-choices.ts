// Choices that form a bit mask; one choice may have all bits.

/** Whether a choice is in a mask; the all-bits choice only if no bit is missing. */
export function isChosen(mask: number, choice: number): boolean {
  return (mask & choice) === choice;
}

/** The mask after a choice was toggled. The all-bits choice sets all bits or none. */
export function toggleChoice(mask: number, choice: number, choices: readonly number[]): number {
  const full = choices.reduce((all, each) => all | each, 0);
  if (choice === full) return isChosen(mask, full) ? 0 : full;
  return (mask & full) ^ choice;
}
