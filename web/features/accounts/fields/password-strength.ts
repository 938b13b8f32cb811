export type Strength = "too short" | "weak" | "fair" | "good";

const common = /^(password|passw0rd|letmein|welcome|qwerty|abc123|iloveyou|admin|school|teacher|library)/i;

/** Rates a password by its length, then by repetition and commonness. */
export function passwordStrength(password: string, least: number, words: readonly string[] = []): Strength {
  const length = Array.from(password).length;
  if (length < least) return "too short";
  const lower = password.toLowerCase();
  const named = words.some((word) => word.length > 2 && lower.includes(word.toLowerCase()));
  const distinct = new Set(lower).size;
  if (common.test(password) || named || distinct < 5 || /^\d+$/.test(password)) return "weak";
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  return length >= 14 || (length >= 11 && kinds >= 3) ? "good" : "fair";
}
