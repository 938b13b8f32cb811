import type { Query } from "./fetched.tsx";

type Answers<Queries> = { [Name in keyof Queries]: Queries[Name] extends Query<infer Data> ? Data : never };

/** Combines queries into one whose data is there once all have loaded; a refetch repeats only failed ones. */
export function combineQueries<Queries extends Record<string, Query<unknown>>>(
  queries: Queries,
): Query<Answers<Queries>> {
  const all = Object.values(queries);
  const isComplete = (data: object): data is Answers<Queries> =>
    Object.values(data).every((value) => value !== undefined);
  const data = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query.data]));
  return {
    data: isComplete(data) ? data : undefined,
    isError: all.some((query) => query.isError),
    refetch: () => Promise.all(all.filter((query) => query.isError).map((query) => query.refetch())),
  };
}
