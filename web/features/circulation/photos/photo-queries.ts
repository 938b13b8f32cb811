import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { useSentFile } from "#web/lib/files/uploads.ts";

export function photosQuery(loanId: number) {
  return queryOptions({
    queryKey: ["photos", "of", loanId],
    queryFn: async ({ signal }) => {
      const params = { orderInventoryItemId: loanId };
      return (await call("GET Returns/GetPhotos/{orderInventoryItemId}", { params }, { signal })).data;
    },
  });
}

/** A photo never changes. */
export function photoQuery(id: number) {
  return queryOptions({
    queryKey: ["photos", "one", id],
    queryFn: async ({ signal }) =>
      (await call("GET Returns/GetPhoto/{id}", { params: { id } }, { signal })).data.picture,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sends a photo; the caller shows refusals. */
export function useAddPhoto(loanId: number) {
  const client = useQueryClient();
  return useSentFile<void>(async (upload, options) => {
    const params = { orderInventoryItemId: loanId };
    await call("POST Returns/AddPhoto/{orderInventoryItemId}", { params, upload }, options);
    await client.invalidateQueries({ queryKey: photosQuery(loanId).queryKey });
  });
}

export function useRemovePhoto(loanId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST Returns/RemovePhoto/{id}", { params: { id } }),
    meta: { done: "Photo removed." },
    onSettled: () => client.invalidateQueries({ queryKey: photosQuery(loanId).queryKey }),
  });
}
