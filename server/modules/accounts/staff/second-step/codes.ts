import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const period = 30; // seconds that an app shows a code

/** A new secret of 160 bits, in base32. */
export const newSecret = (): string => base32(20);

/** What an authenticator app reads from its QR code; the issuer names the library in the app's list. */
export function appAddress(secret: string, { issuer, userName }: { issuer: string; userName: string }): string {
  return new TOTP({ issuer, label: userName, secret, period }).toString();
}

/** The time step that a code belongs to: this one, or the one before or after; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** Ten codes of 120 bits in groups to write down: "ABCD-EFGH-…". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => base32(15).replace(/.{4}(?=.)/g, "$&-"));
}

/** A recovery code as it is stored, however it was typed. Base32 has none of the digits that look like letters. */
export function hashOfRecoveryCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B");
  return createHash("sha256")
    .update(letters.replace(/[^A-Z2-7]/g, ""))
    .digest();
}

const base32 = (bytes: number) => new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32;
