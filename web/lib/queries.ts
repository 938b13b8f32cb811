import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";

type Ask<Answer> = (context: { signal: AbortSignal }) => Promise<Answer>;

type Options = {
  staleTime?: number;
  gcTime?: number;
  enabled?: boolean;
  retry?: false;
  meta?: { background: boolean };
  keepPrevious?: boolean;
};

/** Returns the query of a call, for its whole answer. */
export function answerQuery<Answer>(queryKey: QueryKey, ask: Ask<Answer>, options: Options = {}) {
  const { keepPrevious = false, ...rest } = options;
  return queryOptions<Answer>({
    ...rest,
    queryKey,
    queryFn: ask,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

/** Returns the query of a call, for its data. */
export function dataQuery<Data>(queryKey: QueryKey, ask: Ask<{ data: Data }>, options: Options = {}) {
  return answerQuery(queryKey, async (context) => (await ask(context)).data, options);
}
