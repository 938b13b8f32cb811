/** Form labels that differ from the name on the wire. */
const labels: Readonly<Record<string, string>> = {
  borrowerName: "Full name",
  confirmPassword: "Verify password",
  referenceNumber: "SKU number",
  userName: "Username",
  words: "What happened",
};

/** Returns the label of a field: "School name" for `schoolName`. */
export function labelOf(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === "string") ?? "This text");
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
