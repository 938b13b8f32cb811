export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Matches an address with a path such as "news/:id" or "user/inventories/:search?", ignoring case and a trailing slash.
 * Undefined without a match.
 */
export function matchPath(path: string, pathname: string): Params | undefined {
  const parts = path.split("/");
  const given = pathname.replace(/^\/|\/+$/g, "").split("/");
  if (given.length > parts.length) return undefined;
  const params: Record<string, string | undefined> = {};
  for (const [at, part] of parts.entries()) {
    const found = given[at];
    if (part.startsWith(":")) {
      if (!found && !part.endsWith("?")) return undefined;
      params[part.replace(/[:?]/g, "")] = found && decoded(found);
    } else if (found?.toLowerCase() !== part) return undefined;
  }
  return params;
}

/** A part of an address, decoded once; a bare percent sign that someone typed stays. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
