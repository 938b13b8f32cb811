/** Returns a version that can be read out on the phone: "0.1.0 (feb373d3)". */
export function releaseWords({ version, commit }: { version: string; commit: string }): string {
  return commit === "" ? version : `${version} (${commit})`;
}
