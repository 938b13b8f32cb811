/** What forms call a field, where that is not its name on the wire. */
const labels: Readonly<Record<string, string>> = {
  borrowerName: "Full name",
  confirmPassword: "Verify password",
  referenceNumber: "SKU number",
  userName: "Username",
  words: "What happened",
};

/** What a sentence calls the field of this path: "School name" for `schoolName`. */
export function labelOf(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === "string") ?? "This text");
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
