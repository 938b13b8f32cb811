import { answerQuery } from "#web/lib/queries.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueuePlace } from "#contract/borrowers/queue.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call, isRefusedFor } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";

/** Who waits for a title; for staff. */
export const waitingQuery = (inventoryId: number, page: number) =>
  answerQuery(
    ["queue", "of", inventoryId, page],
    (context) => call("GET Queue/GetWaiting/{inventoryId}", { params: { inventoryId }, query: { page } }, context),
    { keepPrevious: true, staleTime: 0 },
  );

/** What a borrower can do about waiting; each ends with what is true then. */
export function useQueue() {
  const client = useQueryClient();
  const { t } = useLanguage();
  const refresh = async () =>
    Promise.all(
      [["queue"], ["circulation", "availability"], ["catalog"], ["orders"]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const join = useMutation({
    mutationFn: async (inventoryId: number) => call("POST Queue/Join/{inventoryId}", { params: { inventoryId } }),
    onSettled: refresh,
  });
  const leave = useMutation({
    mutationFn: async ({ placeId }: QueuePlace) => call("POST Queue/Leave/{placeId}", { params: { placeId } }),
    onSuccess: () => toast(t("You no longer wait for this title.")), // here, as who pressed is gone by the end
    onSettled: refresh,
  });
  const change = useMutation({
    mutationFn: async ({ placeId, isPaused }: Pick<QueuePlace, "placeId" | "isPaused">) =>
      call("POST Queue/Change/{placeId}", { params: { placeId }, body: { isPaused } }),
    onSettled: refresh,
  });
  return { join, leave, change };
}

const ownPlace = /^place-(\d+)$/;

/** Where a borrower orders what is held for a place; an email leads there by its secret. */
export const heldAddress = ({ placeId }: QueuePlace) => `/user/held/place-${placeId}`;

/** What is held, null for nothing: by the secret of an email’s link, or for a place of one’s own. */
export function heldQuery(token: string) {
  const placeId = Number(ownPlace.exec(token)?.[1]);
  return queryOptions({
    queryKey: ["queue", "held", token],
    queryFn: async ({ signal }) => {
      if (!placeId) return offerOf(token, signal);
      const { data } = await call("GET Queue/GetOwnPlaces", {}, { signal });
      const place = data.find((one) => one.placeId === placeId);
      return place?.held ? { ...place, until: place.held.until ?? "" } : null;
    },
  });
}

/** What an email’s link is for; null when it is over, which is no fault. */
async function offerOf(token: string, signal: AbortSignal) {
  try {
    return (await call("GET Queue/GetOffer/{token}", { params: { token } }, { signal })).data;
  } catch (error) {
    if (isRefusedFor(error, "hold-over")) return null;
    throw error;
  }
}

/** Orders what is held; pressed twice it is one order. */
export async function orderHeld(token: string) {
  const placeId = Number(ownPlace.exec(token)?.[1]);
  return placeId
    ? call("POST Queue/OrderHeld/{placeId}", { params: { placeId } })
    : call("POST Queue/OrderOffer", { body: { token } });
}
