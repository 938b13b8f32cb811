/** Map.groupBy, which Node 20 does not have. No group is empty. */
export function groupBy<Key, One>(list: readonly One[], keyOf: (one: One) => Key): Map<Key, [One, ...One[]]> {
  const groups = new Map<Key, [One, ...One[]]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
