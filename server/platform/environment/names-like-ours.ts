import { distance } from "fastest-levenshtein";

/** Nobody else gives names like these; a word of ours that is short or common, such as PORT, has many neighbors. */
const families = /^(?:DATABASE|S3|SMTP|JWT)_/;
const shortest = 8; // letters of a name that is compared with its neighbors

/** The parts of an address, as other programs take it. */
const partsOfAddress = /^DATABASE_(?:HOST|NAME|USER|PASSWORD)$/;

/** What Kubernetes tells each container of the services beside it: a service "smtp" gives SMTP_PORT. */
const ofServices = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT(?:_\d+_(?:TCP|UDP)(?:_|$)|$)/;

/** The name that was meant, of a setting or of a file with a secret; undefined when `name` belongs to something else. */
export function nameMeantBy(name: string, settings: readonly string[], files: readonly string[]): string | undefined {
  if (ofServices.test(name)) return undefined;
  const near = [...settings, ...files].filter((ours) => isTypingError(name, ours));
  if (near.length > 0) return nearest(name, near);
  const ofFile = settings.find((setting) => name === `${setting}_FILE`);
  if (ofFile !== undefined && ofFile.length >= shortest) return ofFile;
  if (partsOfAddress.test(name)) return settings.find((setting) => setting === "DATABASE_URL");
  return families.test(name) ? nearest(name, settings) : undefined;
}

/** Up to two letters, in a short name one: DATADIR, DATABSE_URL. */
function isTypingError(name: string, ours: string): boolean {
  return ours.length >= shortest && distance(plain(name), plain(ours)) <= (ours.length > shortest ? 2 : 1);
}

/** That which begins like it for longest, as S3_SECRET_KEY does like S3_SECRET_ACCESS_KEY, and then has most of its letters. */
function nearest(name: string, all: readonly string[]): string | undefined {
  const far = (ours: string) => distance(plain(name), plain(ours)) - 100 * sameLettersFirst(name, ours);
  return all.toSorted((a, b) => far(a) - far(b))[0];
}

function sameLettersFirst(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** A name in small letters, or with other signs between its words, is a typing error too. */
const plain = (name: string) => name.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
