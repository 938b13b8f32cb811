import type { Query } from "./fetched.tsx";

type Answers<Queries> = { [Name in keyof Queries]: Queries[Name] extends Query<infer Data> ? Data : never };

export function together<Queries extends Record<string, Query<unknown>>>(queries: Queries): Query<Answers<Queries>> {
  const all = Object.values(queries);
  const isThere = (data: object): data is Answers<Queries> => Object.values(data).every((one) => one !== undefined);
  const data = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query.data]));
  return {
    data: isThere(data) ? data : undefined,
    isError: all.some((query) => query.isError),
    refetch: () => Promise.all(all.filter((query) => query.isError).map((query) => query.refetch())),
  };
}
