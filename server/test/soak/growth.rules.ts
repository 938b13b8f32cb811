/** What is measured of a library at one moment: names of figures, as "memory of instance 1", with their values. */
export type Sample = Readonly<Record<string, number>>;

/** How much a figure may grow: its ratio, and by how much at least, because a small figure doubles soon. */
type Allowed = { ratio: number; least: number };

/**
 * The figures that go on growing. The first third of the samples warms up: caches fill, code is compiled. Of the rest the median of the
 * second half is compared with that of the first, so that neither a peak nor a collection of garbage decides.
 */
export function growing(samples: readonly Sample[], allowed: (figure: string) => Allowed): string[] {
  const settled = samples.slice(Math.ceil(samples.length / 3));
  const half = Math.floor(settled.length / 2);
  if (half < 2) throw new Error("Too few samples to tell growth from noise.");
  const figures = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
  return figures.flatMap((figure) => {
    const [early, late] = [settled.slice(0, half), settled.slice(-half)].map((part) =>
      median(part.flatMap((sample) => sample[figure] ?? [])),
    );
    if (early === undefined || late === undefined) return [`${figure} was not measured throughout`];
    const { ratio, least } = allowed(figure);
    return late > early * ratio && late - early > least
      ? [`${figure} grew from ${early.toFixed(1)} to ${late.toFixed(1)}`]
      : [];
  });
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[values.length >> 1];
