type Option = { value: number; label: string };

/** The options and the chosen one, where it is not among them anymore; none before they are loaded. */
export function withChosen(options: readonly Option[], value: number | undefined, label: string): Option[] {
  const isThere = options.length === 0 || !value || options.some((option) => option.value === value);
  return isThere ? [...options] : [...options, { value, label }];
}
