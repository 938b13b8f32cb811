/** Returns a made-up USPS number with a correct check digit, different for each `serial`. */
export function aTrackingNumber(serial: number): string {
  const digits = `9400111899${String(serial).padStart(11, "0")}`;
  const sum = Array.from(digits, Number).reduceRight(
    ({ total, weight }, digit) => ({ total: total + digit * weight, weight: 4 - weight }),
    { total: 0, weight: 3 },
  ).total;
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
