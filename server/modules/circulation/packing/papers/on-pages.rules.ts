/**
 * Fills pages with groups of things of some height: a group stays together where a page has the room, and what is in it
 * always does. `first` is the room of the first page, `others` that of those that follow.
 */
export function onPages<Thing extends { height: number }>(
  groups: readonly (readonly Thing[])[],
  { first, others }: { first: number; others: number },
): Thing[][] {
  let page: Thing[] = [];
  const pages = [page];
  let left = first;
  const turnFor = (height: number) => {
    if (height <= left || page.length === 0) return;
    page = [];
    pages.push(page);
    left = others;
  };
  for (const group of groups) {
    const whole = group.reduce((sum, { height }) => sum + height, 0);
    if (whole <= others) turnFor(whole);
    for (const thing of group) {
      turnFor(thing.height);
      page.push(thing);
      left -= thing.height;
    }
  }
  return pages;
}
